import type {Depth} from '../../../page/index.ts'
import {depths} from '../../../page/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {timeOption, timeOptionEnd} from '../../arguments/time-option.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import type {ExportFormat, OutputPlace} from './output-place.ts'
import {readFormat, readOutputPlace} from './output-place.ts'

/** Everything the user said about how pages are to be made. */
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
  /** Only what happened from here on, and before there. */
  readonly after: number | undefined
  readonly before: number | undefined
  readonly agent: string | undefined
  /** The beginning of the ids of the sessions that are wanted, and a part of the path of their folders. */
  readonly session: string | undefined
  readonly project: string | undefined
  readonly images: Images
  readonly gitLink: string | undefined
  readonly linkAssets: boolean
  readonly individual: boolean
  readonly combined: boolean
  /** How many entries a page of several sessions holds before the next begins. */
  readonly pageSize: number
  /** Whether to open what was written. */
  readonly open: boolean
  /** Only the owner can read what is written; otherwise the umask decides. */
  readonly isPrivate?: boolean
}

const imageChoices = ['embed', 'files', 'none'] as const

/** Where pictures go. */
export type Images = (typeof imageChoices)[number]

/** What claude-code-log calls its levels; where `aside` is false, thoughts and recaps are left out. */
const details: ReadonlyMap<string, {readonly depth: Depth; readonly aside: boolean}> = new Map([
  ['full', {depth: 'all', aside: true}],
  ['high', {depth: 'tool', aside: true}],
  ['low', {depth: 'agent', aside: false}],
  ['minimal', {depth: 'assistant', aside: false}],
  ['user-only', {depth: 'user', aside: false}],
])

/** A program wants everything; people want what was said and done, and of hooks those that stood in the way. */
const defaultDepth: Readonly<Record<ExportFormat, Depth>> = {
  html: 'tool',
  md: 'tool',
  json: 'all',
  plugin: 'tool',
}

/** Reads the options, and says no to those that make no sense together. */
export function readExportOptions(host: Host, given: Arguments): ExportOptions {
  const {values, switches} = given
  const format = readFormat(given)
  const place = readOutputPlace(host, given)
  const detail = details.get(values.get('detail') ?? '')
  const depth = depths.find((known) => known === values.get('depth'))
  if (detail && depth) throw misuse('--depth and --detail say the same; give one of them')
  const {individual, combined} = readPageKinds(given, format)
  const after = timeOption(host, given, 'after')
  const before = readEnd(host, given)
  if (after !== undefined && before !== undefined && after >= before)
    throw misuse(
      `--after is not before --${values.has('until') ? 'until' : 'before'}, so nothing can be between them`,
    )
  const linkAssets = values.get('assets') === 'link'
  if (linkAssets && place.kind !== 'folder') throw misuse('--assets link needs a folder to put them into')
  return {
    format,
    formatName: values.get('format') ?? '',
    place,
    depth: depth ?? detail?.depth ?? defaultDepth[format],
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

/** The moment before which everything must have happened. */
function readEnd(host: Host, given: Arguments): number | undefined {
  if (given.values.has('before') && given.values.has('until'))
    throw misuse('--before and --until say the same; give one of them')
  return timeOption(host, given, 'before') ?? timeOptionEnd(host, given, 'until')
}

/** Which pages there are: one for each session, and some for all of them, which programs have no use for. */
function readPageKinds(
  {switches, values}: Arguments,
  format: ExportFormat,
): Pick<ExportOptions, 'individual' | 'combined'> {
  const individual = !switches.has('no-individual') && values.get('combined') !== 'only'
  const combined = !switches.has('no-combined') && values.get('combined') !== 'no'
  if (!individual && !combined)
    throw misuse('--no-individual and --no-combined together leave nothing to write')
  if (!individual && format === 'json') throw misuse('as JSON each session has a page of its own')
  return {individual, combined: combined && format !== 'json'}
}

function readOpen({switches}: Arguments, {kind}: OutputPlace): boolean {
  if (switches.has('open') && kind === 'stdout')
    throw misuse('--open needs a file or a folder; give one with -o')
  return switches.has('open')
}

function readPageSize({values}: Arguments): number {
  const given = values.get('page-size') ?? '2000'
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  throw misuse(`--page-size takes a whole number from 1 on, not "${given}"`)
}

/** Whether everything is wanted that was read. */
export const isUnfiltered = ({session, project, agent, after, before}: ExportOptions): boolean =>
  [session, project, agent, after, before].every((wish) => wish === undefined)

/** A template without a place for what it links would link nothing, without a word. */
function readGitLink({values}: Arguments): string | undefined {
  const given = values.get('git-link')
  const unfit = given
    ?.trim()
    .split(/\s+/)
    .find((link) => !/^https?:\/\/.*\{(?:sha|path)\}/.test(link))
  if (unfit === undefined) return given
  throw misuse(`--git-link takes addresses that begin with https:// and hold {sha} or {path}, not "${unfit}"`)
}

/** Where Markdown is read, pictures inside the text are not shown. */
function readImages({values}: Arguments, format: ExportFormat, place: OutputPlace): Images {
  const wanted = imageChoices.find((choice) => choice === values.get('images'))
  if (wanted === 'files' && place.kind === 'stdout')
    throw misuse('--images files needs a file or a folder to put them beside; give one with -o')
  if (format === 'json' && wanted !== undefined && wanted !== 'embed')
    throw misuse('a JSON page holds its pictures; --images is for the other formats')
  return wanted ?? (format !== 'md' ? 'embed' : place.kind === 'stdout' ? 'none' : 'files')
}

const misuse = (what: string): Failure => new Failure(`Cannot export: ${what}.`, 2)
