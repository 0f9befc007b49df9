import {
  type EntryKind,
  type EntryOrGroup,
  excerptLine,
  groupCalls,
  type PageEntry,
} from '../../../page/index.ts'
import type {MarkdownSessionContext} from '../markdown-options.ts'
import {detailsBlock, quoteBlock} from '../text/blocks.ts'
import {inlineMarkdownCode} from '../text/code-fence.ts'
import {escapeHtmlLine, escapeMarkdownLine, quietHtmlLine} from '../text/escape-markdown.ts'
import {entryBlocks} from './entry-blocks.ts'
import {markdownMark} from './entry-line.ts'

/** Kinds that contain what is below them; all others are followed by it. */
const holders: ReadonlySet<EntryKind> = new Set(['tool', 'agent', 'task'])

/** From here on agents are no longer set further in: every quotation in a quotation costs room. */
const maxQuoteDepth = 4

/** Entries one after the other, with agents inside the calls that started them. */
export function renderMarkdownEntries(
  entries: readonly PageEntry[],
  context: MarkdownSessionContext,
): readonly string[] {
  const blocks: string[] = []
  const all = flatten(entries)
  for (let at = 0; at < all.length; ) {
    const branch = all[at]?.branch
    const start = at
    while (at < all.length && all[at]?.branch === branch) at += 1
    const run = all.slice(start, at)
    if (branch === context.branch)
      for (const grouped of groupCalls(run))
        for (const block of entryOrGroupBlocks(grouped, context)) blocks.push(block)
    else
      blocks.push(
        detailsBlock(branchSummary(branch, context), renderMarkdownEntries(run, {...context, branch})),
      )
  }
  return withTightLines(blocks)
}

/** What is below an entry that contains nothing comes after it. */
const flatten = (entries: readonly PageEntry[]): readonly PageEntry[] =>
  entries.flatMap((entry) => (isHolder(entry) ? [entry] : [entry, ...flatten(entry.below)]))

const isHolder = ({kind, below}: PageEntry): boolean => holders.has(kind) || below.length === 0

function entryOrGroupBlocks(grouped: EntryOrGroup, context: MarkdownSessionContext): readonly string[] {
  if (grouped.kind === 'one') return oneEntryBlocks(grouped.entry, context)
  const {title, entries} = grouped
  const mark = entries[0] ? markdownMark(entries[0]) : ''
  if (!context.compact) {
    const calls = entries.flatMap((entry) => oneEntryBlocks(entry, context))
    return [
      detailsBlock(`${mark} <b>${quietHtmlLine(title)}</b> ${subjects(entries, htmlCode)}`.trimEnd(), calls),
    ]
  }
  const places = entries.flatMap(({anchor}) =>
    context.wanted.has(anchor) ? [context.targets.add(anchor)] : [],
  )
  return [
    `- ${places.join('')}${mark} **${escapeMarkdownLine(title)}** ${subjects(entries, inlineMarkdownCode)}`.trimEnd(),
  ]
}

const htmlCode = (text: string): string => `<code>${escapeHtmlLine(text)}</code>`

const maxSubjects = 4

function subjects(entries: readonly PageEntry[], write: (text: string) => string): string {
  const named = entries.flatMap(({subject}) => (subject === undefined ? [] : [excerptLine(subject, 40)]))
  const shown = named.slice(0, maxSubjects).map((text) => write(text))
  return [...shown, ...(named.length > maxSubjects ? ['…'] : [])].join(', ')
}

function oneEntryBlocks(entry: PageEntry, context: MarkdownSessionContext): readonly string[] {
  const blocks = entryBlocks(entry, context, belowOf(entry, context))
  return context.wanted.has(entry.anchor) ? withPlace(blocks, context.targets.add(entry.anchor)) : blocks
}

/** A place is in the line that is seen while all is folded. */
function withPlace([first = '', ...rest]: readonly string[], place: string): readonly string[] {
  const start = /^<details(?: open)?>\n<summary>|^- /.exec(first)?.[0]
  return start === undefined
    ? [place, first, ...rest]
    : [`${start}${place}${first.slice(start.length)}`, ...rest]
}

function belowOf(entry: PageEntry, context: MarkdownSessionContext): readonly string[] {
  if (entry.below.length === 0 || !isHolder(entry)) return []
  const isAgent = entry.kind === 'agent'
  const blocks = renderMarkdownEntries(entry.below, {...context, agents: context.agents + (isAgent ? 1 : 0)})
  return isAgent && blocks.length > 0 && context.agents < maxQuoteDepth ? [quoteBlock(blocks)] : blocks
}

/** The line of a path that someone left for another. */
export function branchSummary(id: string | undefined, {branches}: MarkdownSessionContext): string {
  const prompt = id === undefined ? undefined : branches.get(id)?.prompt
  return prompt === undefined
    ? '⑂ <b>Abandoned branch</b>'
    : `⑂ <b>Abandoned branch</b> ${quietHtmlLine(excerptLine(prompt, 80))}`
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

/** Lists that someone wrote begin with other marks than those of calls. */
const isLine = (block: string): boolean => /^- (?:<a id="[\w-]*"><\/a>)*[○◐✓✗⊘⚠⌛·]/.test(block)
