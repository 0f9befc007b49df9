import {createHash, randomBytes} from 'node:crypto'
import {closeSync, existsSync, lstatSync, openSync, readFileSync, renameSync, rmSync} from 'node:fs'
import {basename, dirname, join, relative, resolve} from 'node:path'
import type {CuratedItem} from '../../../archive/curation/curation.ts'
import {curationFileName, parseCurationFile} from '../../../archive/curation/curation-file.ts'
import {makePrivateFolder} from '../../../files/make-folder.ts'
import {copyPrivateFile, writePrivateFile} from '../../../files/private-files.ts'
import {formatNoun} from '../../../page/index.ts'
import {toSinkError} from '../../../sinks/sink-error.ts'
import type {SourceError, SourceFile} from '../../../sources/index.ts'
import {notesFilesOf, openRegularFile, storedTitleFile} from '../../../sources/index.ts'
import {recordingsFolder} from '../../archive/data-folders.ts'
import {updateArchive, updateSearchIndex, withArchive} from '../../archive/with-archive.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {type ImportSource, importSources} from './import-sources.ts'
import {storeWriter} from './store-writer.ts'

/** `recount import`: imports conversations from stores and files into the archive or another store. */
export const runImport: RunCommand = async (host, given) => {
  const skipped: SourceError[] = []
  const sources: ImportSource[] = []
  const curations: CuratedItem[] = []
  for (const word of given.operands) {
    const file = curationFileIn(resolve(host.cwd, word))
    if (file !== undefined) curations.push(...parseCurationFile(readFileSync(file, 'utf8'), file))
    if (file === resolve(host.cwd, word)) continue
    sources.push(
      ...(await importSources(host, word, given.switches, (problem) => void skipped.push(problem))),
    )
  }
  for (const {message} of skipped) await host.notify(message)
  const folder = given.values.get('store')
  if (folder === undefined) await importIntoArchive(host, sources, curations)
  else await importIntoStore(host, given, sources, folder)
}

/** The file with names, stars, tags and notes that `restore --all` wrote: it is named, or is in the named folder. */
function curationFileIn(path: string): string | undefined {
  const file = basename(path) === curationFileName ? path : join(path, curationFileName)
  return lstatSync(file, {throwIfNoEntry: false})?.isFile() ? file : undefined
}

/** Copies files to the recordings, byte for byte, so that the archive has them even if the originals are deleted. */
async function importIntoArchive(
  host: Host,
  sources: readonly ImportSource[],
  curations: readonly CuratedItem[],
): Promise<void> {
  let copied = 0
  let changed = 0
  for (const source of sources) if (copySource(recordingsFolder(host), source)) copied += 1
  await withArchive(host, async (archive) => {
    await updateArchive(host, archive)
    await updateSearchIndex(host, archive)
    if (curations.length > 0) changed = await archive.mergeCurations(curations)
  })
  const there = sources.length - copied
  await host.out.write(
    `Imported ${formatNoun(copied, 'conversation')}${there === 0 ? '' : `; ${formatNoun(there, 'conversation was', 'conversations were')} already there`}.\n`,
  )
  if (curations.length > 0)
    await host.out.write(
      `Imported ${formatNoun(changed, 'name, star, tag or note', 'names, stars, tags and notes')}.\n`,
    )
}

/** The folder is named after a hash of the files: the same files are imported once, and a file that has grown is imported again. */
function copySource(recordings: string, {path, files, stored}: ImportSource): boolean {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file.path)).update('\0')
  const folder = join(recordings, `import-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return false
  // Outside the recordings, so that the archive does not index an incomplete copy.
  const draft = join(dirname(recordings), `importing-${randomBytes(4).toString('hex')}`)
  try {
    for (const file of files) {
      const below = relative(dirname(path), file.path)
      // The file of a store is not named after a session; its folder marks it as one of a store.
      const inside = stored ? join('conversations', stored.workspace, stored.agent) : ''
      const place = join(draft, inside, below.startsWith('..') ? basename(file.path) : below)
      makePrivateFolder(dirname(place))
      copyOpen(openSync(file.path, 'r'), place)
      for (const note of companionFiles(file)) {
        const handle = openCompanion(note)
        if (handle !== undefined) copyOpen(handle, join(dirname(place), basename(note)))
      }
      // The index of a store is not copied, and may be the only place that has it.
      const title = stored && file.title
      if (title !== undefined && !existsSync(storedTitleFile(place)))
        writePrivateFile(storedTitleFile(place), `${JSON.stringify({title})}\n`)
    }
    makePrivateFolder(recordings)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, {recursive: true, force: true})
    // Another process has imported it meanwhile.
    if (existsSync(folder)) return false
    throw toSinkError(error, folder)
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

/** Opens a companion file if it exists. Links are skipped: the user did not name them, and they may lead anywhere. */
function openCompanion(path: string): number | undefined {
  try {
    return openRegularFile(path).handle
  } catch {
    return undefined
  }
}

/** The companions of a file: an agent's metadata, or the arrival times of a recorded stream. */
const companionFiles = ({path, agent}: SourceFile): readonly string[] =>
  agent ? [path.replace(/\.jsonl$/, '.meta.json')] : notesFilesOf(path)

async function importIntoStore(
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
      // Chorus keeps titles in a separate index; in other stores they are in the lines.
      title:
        values.get('title') ?? (source.stored?.layout === 'sessions' ? source.files[0]?.title : undefined),
    })
  await host.out.write(`${writer.summary()}\n`)
}
