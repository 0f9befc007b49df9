import {createHash, randomBytes} from 'node:crypto'
import {closeSync, existsSync, openSync, readFileSync, renameSync, rmSync} from 'node:fs'
import {basename, dirname, join, relative} from 'node:path'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {copyPrivateFile, writePrivateFile} from '../../files/private-files.ts'
import {formatNoun} from '../../page/index.ts'
import {sinkError} from '../../sinks/sink-error.ts'
import type {SourceError, SourceFile} from '../../sources/index.ts'
import {notesBeside, openRegularFile, titleFile} from '../../sources/index.ts'
import {recordingsFolder} from '../archive-home.ts'
import type {Arguments, Run} from '../command.ts'
import {complain} from '../complain.ts'
import type {Host} from '../host.ts'
import type {ImportSource} from '../record/import-sources.ts'
import {importSources} from '../record/import-sources.ts'
import {storeWriter} from '../record/store-writer.ts'
import {bringIntoIndex, bringUpToDate, withArchive} from '../with-archive.ts'

/** `recount import`: takes conversations over, from stores and files into the archive or into another store. */
export const importConversations: Run = async (host, given) => {
  const skipped: SourceError[] = []
  const sources: ImportSource[] = []
  for (const word of given.operands)
    sources.push(
      ...(await importSources(host, word, given.switches, (problem) => void skipped.push(problem))),
    )
  for (const {message} of skipped) await complain(host, message)
  const folder = given.values.get('store')
  if (folder === undefined) await intoArchive(host, sources)
  else await intoStore(host, given, sources, folder)
}

/** Files are copied to where recordings are, byte for byte, so that the archive has them and what they came from may go. */
async function intoArchive(host: Host, sources: readonly ImportSource[]): Promise<void> {
  let copied = 0
  for (const source of sources) if (copyIn(recordingsFolder(host), source)) copied += 1
  await withArchive(host, async (archive) => {
    await bringUpToDate(host, archive)
    await bringIntoIndex(host, archive)
  })
  const there = sources.length - copied
  await host.out.write(
    `Imported ${formatNoun(copied, 'conversation')}${there === 0 ? '' : `; ${formatNoun(there, 'conversation was', 'conversations were')} there already`}.\n`,
  )
}

/** The folder is named after what is in it: the same is imported once, and what has grown since beside it. */
function copyIn(recordings: string, {path, files, stored}: ImportSource): boolean {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file.path)).update('\0')
  const folder = join(recordings, `import-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return false
  // Beside the recordings, so that the archive does not take in what is half there.
  const draft = join(dirname(recordings), `importing-${randomBytes(4).toString('hex')}`)
  try {
    for (const file of files) {
      const below = relative(dirname(path), file.path)
      // What a store's file is named after is no session; its place tells that it is a store's.
      const inside = stored ? join('conversations', stored.workspace, stored.agent) : ''
      const place = join(draft, inside, below.startsWith('..') ? basename(file.path) : below)
      makePrivateFolder(dirname(place))
      copyOpen(openSync(file.path, 'r'), place)
      for (const note of notesOf(file)) {
        const handle = openNote(note)
        if (handle !== undefined) copyOpen(handle, join(dirname(place), basename(note)))
      }
      // The index of a store is not copied, and may be the only place that has it.
      const title = stored && file.title
      if (title !== undefined && !existsSync(titleFile(place)))
        writePrivateFile(titleFile(place), `${JSON.stringify({title})}\n`)
    }
    makePrivateFolder(recordings)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, {recursive: true, force: true})
    // Somebody else has imported it meanwhile.
    if (existsSync(folder)) return false
    throw sinkError(error, folder)
  }
  return true
}

function copyOpen(handle: number, place: string): void {
  try {
    copyPrivateFile(handle, place)
  } finally {
    closeSync(handle)
  }
}

/** Opens notes that are there. A link in their place is left out: nobody named it, and it may lead anywhere. */
function openNote(path: string): number | undefined {
  try {
    return openRegularFile(path).handle
  } catch {
    return undefined
  }
}

/** What is said of a file beside it: of an agent who it is, of a recorded stream when its lines came. */
const notesOf = ({path, agent}: SourceFile): readonly string[] =>
  agent ? [path.replace(/\.jsonl$/, '.meta.json')] : notesBeside(path)

async function intoStore(
  host: Host,
  {values}: Arguments,
  sources: readonly ImportSource[],
  folder: string,
): Promise<void> {
  const writer = storeWriter(host, folder)
  for (const source of sources)
    writer.write(source, {
      conversation: source.stored?.conversation ?? source.name,
      agent: values.get('agent') ?? source.stored?.agent,
      workspace: values.get('workspace') ?? source.stored?.workspace,
      // Chorus keeps titles in an index of its own; the lines of other stores have theirs.
      title:
        values.get('title') ?? (source.stored?.layout === 'sessions' ? source.files[0]?.title : undefined),
    })
  await host.out.write(`${writer.sentence()}\n`)
}
