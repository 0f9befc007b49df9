import {statSync} from 'node:fs'
import {extname, resolve} from 'node:path'
import {type Depth, depths} from '../../../page/index.ts'
import {isPluginOutput} from '../../../plugins/plugin.ts'
import type {Arguments} from '../../arguments/command.ts'
import {timeOption} from '../../arguments/time-option.ts'
import {Failure, invalidValue} from '../../failure.ts'
import type {Host} from '../../host.ts'

/** How to export, from the options. */
export interface ExportOptions {
  readonly format: ExportFormat
  /** What `--format` says, for the output of a plugin. */
  readonly formatName: string
  readonly place: OutputPlace
  readonly depth: Depth
  readonly thinking: boolean
  readonly recaps: boolean
  readonly timestamps: boolean
  readonly compact: boolean
  /** Only what happened in this period. */
  readonly after: number | undefined
  readonly before: number | undefined
  readonly agent: string | undefined
  /** A prefix of the ids, and a part of the project paths, of the sessions to export. */
  readonly session: string | undefined
  readonly project: string | undefined
  readonly images: Images
  readonly gitLink: string | undefined
  readonly linkAssets: boolean
  readonly individual: boolean
  readonly combined: boolean
  /** The maximum number of entries on a combined page. */
  readonly pageSize: number
  /** Whether to open what was written. */
  readonly open: boolean
  /** Only the owner can read what is written; otherwise the umask decides. */
  readonly isPrivate?: boolean
}

const imageChoices = ['embed', 'files', 'none'] as const

/** Where images go. */
export type Images = (typeof imageChoices)[number]

/** claude-code-log's levels. If `aside` is false, thinking and recaps are hidden. */
const details: ReadonlyMap<string, {readonly depth: Depth; readonly aside: boolean}> = new Map([
  ['full', {depth: 'all', aside: true}],
  ['high', {depth: 'tool', aside: true}],
  ['low', {depth: 'agent', aside: false}],
  ['minimal', {depth: 'assistant', aside: false}],
  ['user-only', {depth: 'user', aside: false}],
])

/** Reads the options and rejects contradictions. */
export function readExportOptions(host: Host, given: Arguments): ExportOptions {
  const {values, switches} = given
  const format = readFormat(given)
  const place = readOutputPlace(host, given)
  const detail = details.get(values.get('detail') ?? '')
  const depth = depths.find((known) => known === values.get('depth'))
  if (detail && depth) throw misuse('--depth and --detail mean the same; use one of them')
  const {individual, combined} = readPageKinds(given, format)
  const after = timeOption(host, given, 'after').start
  const before = readEnd(host, given)
  if (after !== undefined && before !== undefined && after >= before)
    throw misuse(`--after is not before --${values.has('until') ? 'until' : 'before'}`)
  const linkAssets = values.get('assets') === 'link'
  if (linkAssets && place.kind !== 'folder') throw misuse('--assets link needs a folder as output')
  return {
    format,
    formatName: values.get('format') ?? '',
    place,
    // JSON is for programs and has everything; pages are for people and hide hooks that changed nothing.
    depth: depth ?? detail?.depth ?? (format === 'json' ? 'all' : 'tool'),
    thinking: !switches.has('no-thinking') && (detail?.aside ?? true),
    recaps: !switches.has('no-recaps') && (detail?.aside ?? true),
    timestamps: !switches.has('no-timestamps'),
    compact: switches.has('compact'),
    after,
    before,
    agent: values.get('agent'),
    session: values.get('session'),
    project: values.get('project'),
    images: readImages(given, format, place),
    gitLink: readGitLink(given),
    linkAssets,
    individual,
    combined,
    pageSize: readPageSize(given),
    open: readOpen(given, place),
  }
}

/** The end of the period. */
function readEnd(host: Host, given: Arguments): number | undefined {
  if (given.values.has('before') && given.values.has('until')) throw misuse('use either --before or --until')
  return timeOption(host, given, 'before').start ?? timeOption(host, given, 'until').end
}

/** Which pages to write: one for each session, and combined ones. JSON has no combined pages. */
function readPageKinds(
  {switches, values}: Arguments,
  format: ExportFormat,
): Pick<ExportOptions, 'individual' | 'combined'> {
  const individual = !switches.has('no-individual') && values.get('combined') !== 'only'
  const combined = !switches.has('no-combined') && values.get('combined') !== 'no'
  if (!individual && !combined)
    throw misuse('--no-individual and --no-combined together leave nothing to write')
  if (!individual && format === 'json')
    throw misuse('JSON has no combined pages, so --no-individual leaves nothing to write')
  return {individual, combined: combined && format !== 'json'}
}

function readOpen({switches}: Arguments, {kind}: OutputPlace): boolean {
  if (switches.has('open') && kind === 'stdout')
    throw misuse('--open needs a file or a folder; choose one with -o')
  return switches.has('open')
}

function readPageSize({values}: Arguments): number {
  const given = values.get('page-size') ?? '2000'
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  throw invalidValue('page-size', given, 'a whole number from 1')
}

/** Whether no filter is set. */
export const isUnfiltered = ({session, project, agent, after, before}: ExportOptions): boolean =>
  [session, project, agent, after, before].every((filter) => filter === undefined)

/** A template without `{sha}` or `{path}` would silently link nothing. */
function readGitLink({values}: Arguments): string | undefined {
  const given = values.get('git-link')
  const unfit = given
    ?.trim()
    .split(/\s+/)
    .find((link) => !/^https?:\/\/.*\{(?:sha|path)\}/.test(link))
  if (unfit === undefined) return given
  throw invalidValue('git-link', unfit, 'an address that starts with https:// and contains {sha} or {path}')
}

/** Markdown viewers do not show images that are embedded in the text. */
function readImages({values}: Arguments, format: ExportFormat, place: OutputPlace): Images {
  const wanted = imageChoices.find((choice) => choice === values.get('images'))
  if (wanted === 'files' && place.kind === 'stdout')
    throw misuse('--images files needs a file or a folder; choose one with -o')
  if (format === 'json' && wanted !== undefined && wanted !== 'embed')
    throw misuse('JSON pages always contain their images; --images is for the other formats')
  return wanted ?? (format !== 'md' ? 'embed' : place.kind === 'stdout' ? 'none' : 'files')
}

/** The failure of options that cannot be used like this. */
export const misuse = (what: string): Failure => new Failure(`Cannot export: ${what}.`, 2)

const exportFormats = ['html', 'md', 'json'] as const

/** The output format; `plugin` is the output of a plugin that `--format` names. */
export type ExportFormat = (typeof exportFormats)[number] | 'plugin'

/** Where pages go. */
type OutputPlace =
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

/** Extensions of files that recount writes only if the format is given. */
const otherEndings = /^\.(?:txt|text|pdf|xml|csv|jsonl|ndjson|log|rst|docx?)$/

/** The default output folder. */
export const defaultOutputFolder = 'recount-export'

/** The format in the options, else that of the file name. */
function readFormat({values}: Pick<Arguments, 'values'>): ExportFormat {
  const name = values.get('format')
  const named = exportFormats.find((format) => format === name)
  if (name !== undefined && name !== 'chorus' && !named) {
    if (isPluginOutput(name)) return 'plugin'
    throw misuse(`--format takes html, md, json, chorus or the output of a plugin, not "${name}"`)
  }
  return named ?? endings.get(endingOf(values.get('output'))) ?? 'html'
}

/** Where to write: a name with the extension of a page is a file, unless a folder has that name. */
function readOutputPlace(host: Host, {values}: Arguments): OutputPlace {
  const wanted = values.get('output') ?? defaultOutputFolder
  if (wanted === '-') return {kind: 'stdout'}
  const path = resolve(host.cwd, wanted)
  if (readFormat({values}) === 'plugin') {
    if (isFolder(path) || !values.has('output'))
      throw misuse('the output of a plugin is one document; name a file with -o, or "-"')
    return {kind: 'file', path}
  }
  const isOther = otherEndings.test(endingOf(wanted))
  if (isFolder(path) || !(isOther || endings.has(endingOf(wanted)))) return {kind: 'folder', path}
  if (isOther && !values.has('format'))
    throw misuse(`${wanted} is not the name of a page. End it in .html, .md or .json, or pass --format`)
  return {kind: 'file', path}
}

const endingOf = (name = ''): string => extname(name).toLowerCase()

function isFolder(path: string): boolean {
  try {
    return statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false
  } catch {
    // Writing reports it.
    return false
  }
}
