import {type EntryKind, type Grouped, groupCalls, type PageEntry} from '../../page/index.ts'
import {details, quote} from './blocks.ts'
import {entryMark} from './entry-line.ts'
import {escapeHtmlLine, escapeWords, quietHtmlLine} from './escape-text.ts'
import {inlineCode} from './fence.ts'
import type {StoryContext} from './markdown-options.ts'
import {excerpt} from './sanitize.ts'
import {tellEntry} from './tell-entry.ts'

/** Kinds that hold what is below them; all others are followed by it. */
const holders: ReadonlySet<EntryKind> = new Set(['tool', 'agent', 'task'])

/** From here on agents are no longer set further in: every quotation in a quotation costs room. */
const deepestQuote = 4

/** Entries one after the other, with agents inside the calls that started them. */
export function renderEntries(entries: readonly PageEntry[], context: StoryContext): readonly string[] {
  const blocks: string[] = []
  const all = flatten(entries)
  for (let at = 0; at < all.length; ) {
    const branch = all[at]?.branch
    const start = at
    while (at < all.length && all[at]?.branch === branch) at += 1
    const run = all.slice(start, at)
    if (branch === context.branch)
      for (const grouped of groupCalls(run)) for (const block of told(grouped, context)) blocks.push(block)
    else blocks.push(details(pathSummary(branch, context), renderEntries(run, {...context, branch})))
  }
  return withTightLines(blocks)
}

/** What is below an entry that holds nothing comes after it. */
const flatten = (entries: readonly PageEntry[]): readonly PageEntry[] =>
  entries.flatMap((entry) => (isHolder(entry) ? [entry] : [entry, ...flatten(entry.below)]))

const isHolder = ({kind, below}: PageEntry): boolean => holders.has(kind) || below.length === 0

function told(grouped: Grouped, context: StoryContext): readonly string[] {
  if (grouped.kind === 'one') return one(grouped.entry, context)
  const {title, entries} = grouped
  const mark = entries[0] ? entryMark(entries[0]) : ''
  if (!context.compact) {
    const calls = entries.flatMap((entry) => one(entry, context))
    return [details(`${mark} <b>${quietHtmlLine(title)}</b> ${subjects(entries, htmlCode)}`.trimEnd(), calls)]
  }
  const places = entries.flatMap(({anchor}) =>
    context.wanted.has(anchor) ? [context.places.at(anchor)] : [],
  )
  return [`- ${places.join('')}${mark} **${escapeWords(title)}** ${subjects(entries, inlineCode)}`.trimEnd()]
}

const htmlCode = (text: string): string => `<code>${escapeHtmlLine(text)}</code>`

const mostSubjects = 4

function subjects(entries: readonly PageEntry[], write: (text: string) => string): string {
  const named = entries.flatMap(({subject}) => (subject === undefined ? [] : [excerpt(subject, 40)]))
  const shown = named.slice(0, mostSubjects).map((text) => write(text))
  return [...shown, ...(named.length > mostSubjects ? ['…'] : [])].join(', ')
}

function one(entry: PageEntry, context: StoryContext): readonly string[] {
  const blocks = tellEntry(entry, context, belowOf(entry, context))
  return context.wanted.has(entry.anchor) ? withPlace(blocks, context.places.at(entry.anchor)) : blocks
}

/** A place is in the line that is seen while all is folded. */
function withPlace([first = '', ...rest]: readonly string[], place: string): readonly string[] {
  const start = /^<details(?: open)?>\n<summary>|^- /.exec(first)?.[0]
  return start === undefined
    ? [place, first, ...rest]
    : [`${start}${place}${first.slice(start.length)}`, ...rest]
}

function belowOf(entry: PageEntry, context: StoryContext): readonly string[] {
  if (entry.below.length === 0 || !isHolder(entry)) return []
  const isAgent = entry.kind === 'agent'
  const blocks = renderEntries(entry.below, {...context, agents: context.agents + (isAgent ? 1 : 0)})
  return isAgent && blocks.length > 0 && context.agents < deepestQuote ? [quote(blocks)] : blocks
}

/** The line of a path that somebody left for another. */
export function pathSummary(id: string | undefined, {branches}: StoryContext): string {
  const prompt = id === undefined ? undefined : branches.get(id)?.prompt
  return prompt === undefined
    ? '⑂ <b>A path that was left</b>'
    : `⑂ <b>A path that was left</b> ${quietHtmlLine(excerpt(prompt, 80))}`
}

/** Lines of a compact file that follow each other are one list. */
function withTightLines(blocks: readonly string[]): readonly string[] {
  const joined: string[] = []
  let open = false
  for (const block of blocks) {
    const line = isLine(block)
    const last = joined.length - 1
    if (line && open) joined[last] = `${joined[last]}\n${block}`
    else joined.push(block)
    open = line
  }
  return joined
}

/** Lists that somebody wrote begin with other marks than those of calls. */
const isLine = (block: string): boolean => /^- (?:<a id="[\w-]*"><\/a>)*[○◐✓✗⊘⚠⌛·]/.test(block)
