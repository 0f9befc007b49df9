import {resolve} from 'node:path'
import {SourceError} from '../../../sources/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {conversationName} from '../import/import-sources.ts'
import {findWorkFolder, storeWriter} from '../import/store-writer.ts'
import {defaultOutputFolder, misuse} from './export-options.ts'
import type {ExportTarget} from './find-on-disk.ts'

/** The options for a store, which takes complete conversations. */
const storeOptions: ReadonlySet<string> = new Set(['output', 'format', 'all', 'project', 'session'])

/** Rejects options that are for pages. */
export function rejectPageOptions({values, switches}: Arguments): void {
  const other = [...values.keys(), ...switches].find((name) => !storeOptions.has(name))
  if (other !== undefined) throw misuse(`a store takes complete conversations; --${other} is for pages`)
  if (values.get('output') === '-') throw misuse('a store is a folder; choose one with -o')
}

/** Writes sessions into the conversation store below the output folder. */
export async function exportToStore(
  host: Host,
  {values}: Arguments,
  {sources, single}: ExportTarget,
  skipped: (problem: Error) => void,
): Promise<void> {
  const writer = storeWriter(host, resolve(host.cwd, values.get('output') ?? defaultOutputFolder))
  const [session = '', project = ''] = [values.get('session'), values.get('project')?.toLowerCase()]
  const isWanted = (name: string, folder: () => string | undefined): boolean =>
    name.startsWith(session) && (project === '' || (folder() ?? '').toLowerCase().includes(project))
  for (const source of sources) {
    const {input, close} = await source.open()
    try {
      if (input.path === '-')
        throw misuse('standard input can be read only once; record it with "recount --record" first')
      const conversation = conversationName(source.key)
      if (isWanted(conversation, () => findWorkFolder(input)))
        writer.write(input, {conversation, agent: undefined, workspace: undefined, title: source.title})
    } catch (error) {
      if (single || !(error instanceof SourceError || error instanceof Failure)) throw error
      skipped(error)
    } finally {
      close()
    }
  }
  if (writer.conversations === 0)
    throw new Failure('Nothing to export: nothing matches the filters, or nothing could be read.', 1)
  await host.out.write(`${writer.summary()}\n`)
}
