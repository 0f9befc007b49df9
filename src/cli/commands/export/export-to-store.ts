import {resolve} from 'node:path'
import {SourceError} from '../../../sources/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {conversationName} from '../import/import-sources.ts'
import {findWorkFolder, storeWriter} from '../import/store-writer.ts'
import type {ExportTarget} from './find-on-disk.ts'
import {defaultOutputFolder} from './output-place.ts'

/** What a store can do with: it takes whole conversations. */
const storeOptions: ReadonlySet<string> = new Set(['output', 'format', 'all', 'project', 'session'])

/** Says no to options that are for pages. */
export function rejectPageOptions({values, switches}: Arguments): void {
  const other = [...values.keys(), ...switches].find((name) => !storeOptions.has(name))
  if (other !== undefined)
    throw new Failure(`Cannot export: a store takes complete conversations; --${other} is for pages.`, 2)
  if (values.get('output') === '-')
    throw new Failure('Cannot export: a store is a folder; choose one with -o.', 2)
}

/** Writes what was found into the conversation store below the folder that was named. */
export async function exportToStore(
  host: Host,
  {values}: Arguments,
  {sources, single}: ExportTarget,
  skipped: (problem: Error) => void,
): Promise<void> {
  const writer = storeWriter(host, resolve(host.cwd, values.get('output') ?? defaultOutputFolder))
  const isWanted = filterFor(values.get('session'), values.get('project'))
  for (const source of sources) {
    const {input, close} = await source.open()
    try {
      if (input.path === '-')
        throw new Failure(
          'Cannot export: standard input can be read only once; record it with "recount --record" first.',
          2,
        )
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

type Filter = (name: string, folder: () => string | undefined) => boolean

const filterFor =
  (session: string | undefined, project: string | undefined): Filter =>
  (name, folder) =>
    (session === undefined || name.startsWith(session)) &&
    (project === undefined || (folder() ?? '').toLowerCase().includes(project.toLowerCase()))
