import {
  type EntryKind,
  type EntryOrGroup,
  excerptLine,
  groupCalls,
  type PageEntry,
  spokenKinds,
} from '../../../page/index.ts'
import {
  createMarkdownContext,
  type MarkdownOptions,
  type MarkdownSessionContext,
} from '../markdown-options.ts'
import {renderMarkdownNodes} from '../nodes/render-nodes.ts'
import {detailsBlock, joinBlocks, quoteBlock} from '../text/blocks.ts'
import {inlineMarkdownCode} from '../text/code-fence.ts'
import {escapeHtmlLine, escapeMarkdownLine, quietHtmlLine} from '../text/escape-markdown.ts'
import {entryBlocks, nodesWithoutSubject} from './entry-blocks.ts'
import {markdownEntryLine, markdownMark} from './entry-line.ts'

/** Kinds that contain what is below them; all others are followed by it. */
const holders: ReadonlySet<EntryKind> = new Set(['tool', 'agent', 'task'])

/** Deeper agents are not indented further, because each nested quotation takes room. */
const maxQuoteDepth = 4

/** Entries one after the other, with agents inside the calls that started them. */
export function renderMarkdownEntries(
  entries: readonly PageEntry[],
  context: MarkdownSessionContext,
): readonly string[] {
  const blocks: string[] = []
  for (const {branch, run} of runsOfBranches(flatten(entries))) {
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

/** What follows each other on one branch. */
export function* runsOfBranches<Part extends {readonly branch: string | undefined}>(
  parts: readonly Part[],
): Generator<{readonly branch: string | undefined; readonly run: readonly Part[]}> {
  for (let start = 0, end = 0; start < parts.length; start = end) {
    const branch = parts[start]?.branch
    while (end < parts.length && parts[end]?.branch === branch) end += 1
    yield {branch, run: parts.slice(start, end)}
  }
}

/** Entries below an entry without content follow it. */
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

/** A place is in the line that is seen while everything is collapsed. */
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

/** A single entry, for copying: a message as it was written, a call with its line before it. */
export function renderMarkdownEntry(
  entry: PageEntry,
  options: MarkdownOptions & {readonly folder: string | undefined},
): string {
  const context = {
    ...createMarkdownContext(options, options.folder, 1),
    branches: new Map(),
    wanted: new Set<string>(),
    branch: entry.branch,
  }
  const nodes = [...entry.asked, ...entry.answered]
  const blocks = spokenKinds.has(entry.kind)
    ? renderMarkdownNodes(nodes, context)
    : [
        markdownEntryLine(entry, context),
        ...renderMarkdownNodes(nodesWithoutSubject(entry), context),
        // An agent is what it said and did.
        ...(entry.kind === 'agent' ? renderMarkdownEntries(entry.below, context) : []),
      ]
  return `${joinBlocks(blocks)}\n`
}
