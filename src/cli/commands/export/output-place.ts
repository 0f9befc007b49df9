import {statSync} from 'node:fs'
import {extname, resolve} from 'node:path'
import {findPluginOutput} from '../../../plugins/plugin.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'

const exportFormats = ['html', 'md', 'json'] as const

/** What is written; `plugin` is the output of a plugin that `--format` names. */
export type ExportFormat = (typeof exportFormats)[number] | 'plugin'

/** Where pages go. */
export type OutputPlace =
  | {readonly kind: 'stdout'}
  | {readonly kind: 'file'; readonly path: string}
  | {readonly kind: 'folder'; readonly path: string}

const endings: ReadonlyMap<string, ExportFormat> = new Map([
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.md', 'md'],
  ['.markdown', 'md'],
  ['.json', 'json'],
])

/** Names that end so mean a file to everybody, and none that recount writes unless the format is given. */
const otherEndings = /^\.(?:txt|text|pdf|xml|csv|jsonl|ndjson|log|rst|docx?)$/

/** Where pages go when nobody says. */
export const defaultOutputFolder = 'recount-export'

/** The format that was named, else that of the file's name. */
export function readFormat({values}: Pick<Arguments, 'values'>): ExportFormat {
  const name = values.get('format')
  const named = exportFormats.find((format) => format === name)
  if (name !== undefined && name !== 'chorus' && !named) {
    if (findPluginOutput(name)) return 'plugin'
    throw new Failure(
      `Cannot export: --format takes html, md, json, chorus or the output of a plugin, not "${name}".`,
      2,
    )
  }
  return named ?? endings.get(endingOf(values.get('output'))) ?? 'html'
}

/** Where the user wants it: a name that ends like a page is a file, unless a folder has it already. */
export function readOutputPlace(host: Host, {values}: Arguments): OutputPlace {
  const wanted = values.get('output') ?? defaultOutputFolder
  if (wanted === '-') return {kind: 'stdout'}
  const path = resolve(host.cwd, wanted)
  if (readFormat({values}) === 'plugin') {
    if (isFolder(path) || !values.has('output'))
      throw new Failure(
        'Cannot export: the output of a plugin is one document; name a file with -o, or "-".',
        2,
      )
    return {kind: 'file', path}
  }
  const isOther = otherEndings.test(endingOf(wanted))
  if (isFolder(path) || !(isOther || endings.has(endingOf(wanted)))) return {kind: 'folder', path}
  if (isOther && !values.has('format'))
    throw new Failure(
      `Cannot export: ${wanted} is no name of a page; end it in .html, .md or .json, or say the format with --format.`,
      2,
    )
  return {kind: 'file', path}
}

const endingOf = (name = ''): string => extname(name).toLowerCase()

function isFolder(path: string): boolean {
  try {
    return statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false
  } catch {
    // Writing meets it again, and tells.
    return false
  }
}
