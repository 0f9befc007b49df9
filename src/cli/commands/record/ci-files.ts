import {appendFileSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {makePrivateFolder} from '../../../files/make-folder.ts'
import {type RunJson, type RunTurnJson, toDollars, toMicros} from '../../../json/index.ts'
import type {SessionPage} from '../../../page/index.ts'
import {renderMarkdownSession} from '../../../render/markdown/index.ts'
import {replaceFile} from '../../../sinks/replace-file.ts'
import {type SinkError, toSinkError} from '../../../sinks/sink-error.ts'
import {type ChildEnd, describeFile} from '../../../sources/index.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import type {Arguments} from '../../arguments/command.ts'
import type {Host} from '../../host.ts'
import {jsonBlock} from '../../output/printable.ts'
import {readExportOptions} from '../export/export-options.ts'
import {exportSources} from '../export/export-sources.ts'
import {findOnDisk} from '../export/find-on-disk.ts'
import {pageReader} from '../export/read-pages.ts'
import type {RunCosts, TurnCosts} from './run-costs.ts'

/** GitHub's limits for a comment, in characters, and for a step summary, in bytes. */
const maxCommentLength = 65_000
const maxSummaryBytes = 1_000_000

/** A recorded run. */
export interface RecordedRun {
  readonly path: string
  readonly end: ChildEnd
  readonly costs: RunCosts
  readonly lines: number
}

/** Writes the files for a CI job: a summary, a comment, a page and the usage. */
export async function writeCiFiles(host: Host, given: Arguments, recorded: RecordedRun): Promise<void> {
  const folder = resolve(host.cwd, given.values.get('ci-folder') ?? 'recount-ci')
  const summary = host.env['GITHUB_STEP_SUMMARY']
  const failures: SinkError[] = []
  /** A file that cannot be written does not stop the others. */
  const attempt = async (path: string, step: () => void | Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      failures.push(toSinkError(error, path))
    }
  }
  const write = (name: string, text: string): Promise<void> => {
    const path = join(folder, name)
    return attempt(path, () => replaceFile(path, text))
  }
  const title = given.values.get('title')
  const pages = recorded.lines === 0 ? noPages : await readPagesByDetail(host, recorded.path, title)
  if (summary)
    await attempt(summary, () => appendFileSync(summary, fitMarkdown(host, pages, maxSummaryBytes)))
  await attempt(folder, () => makePrivateFolder(folder))
  await write('usage.json', jsonBlock(createRunReport(recorded)))
  await write('comment.md', fitMarkdown(host, pages, maxCommentLength))
  if (recorded.lines > 0) {
    const page = join(folder, 'session.html')
    await attempt(page, () => writePage(silentHost(host), recorded.path, page))
  }
  // On a full disk all of them fail in the same way.
  const [first] = failures
  if (first) throw first
  const also = summary ? ', and the job summary' : ''
  await host.notify(`Wrote comment.md, session.html and usage.json in ${folder}${also}.`)
}

/** The page of the run. Like a recording, only its owner can read it. */
async function writePage(host: Host, path: string, output: string): Promise<void> {
  const asked = exportArguments(path, {output})
  const options = {...readExportOptions(host, asked), isPrivate: true}
  const wanted = findOnDisk(host, asked, options, () => {})
  if (wanted) await exportSources(host, options, wanted, () => {})
}

/** From the most detailed to the shortest; the first that fits is written. */
const details = ['high', 'low', 'minimal', 'user-only'] as const

type Pages = ReadonlyMap<string, readonly SessionPage[]>

const noPages: Pages = new Map()

async function readPagesByDetail(host: Host, path: string, title: string | undefined): Promise<Pages> {
  const pages = new Map<string, readonly SessionPage[]>()
  for (const detail of details) {
    const options = readExportOptions(host, exportArguments(path, {detail, format: 'md', output: '-'}))
    const reader = pageReader(host, options, priceOverrides(host), () => {})
    const {sessions} = await reader.readFiles({path, files: [describeFile(path)]})
    pages.set(
      detail,
      sessions.map(({page}) => (title === undefined ? page : {...page, title})),
    )
  }
  return pages
}

function fitMarkdown(host: Host, pages: Pages, most: number): string {
  let text = 'The run printed nothing.\n'
  if (pages.size === 0) return text
  for (const sessions of pages.values()) {
    text = sessions.map((page) => markdownOf(host, page)).join('\n---\n\n')
    if (Buffer.byteLength(text) <= most) return text
  }
  // Even the prompts alone are too long. The page has the rest.
  return `${text.slice(0, most / 4).replace(/\n[^\n]*$/, '')}\n\n…\n`
}

const markdownOf = (host: Host, page: SessionPage): string =>
  renderMarkdownSession(page, {
    zone: host.zone,
    timestamps: false,
    compact: true,
    imageUrl: () => undefined,
    gitLink: undefined,
    sessionHref: () => undefined,
    frontMatter: false,
  })

const exportArguments = (path: string, values: Readonly<Record<string, string>>): Arguments => ({
  operands: [path],
  switches: new Set(),
  values: new Map(Object.entries(values)),
})

/** A host that prints nothing: standard output is for the run's own output. */
function silentHost(host: Host): Host {
  const out: Host['out'] = {write: async () => {}, closed: false}
  const silent: Host = Object.create(host, {
    out: {value: out},
    painted: {value: out},
    rawOut: {value: out},
    err: {value: out},
  })
  return silent
}

/** Adds up a recorded run. */
export function createRunReport({path, end, costs}: RecordedRun): RunJson {
  const {conversation, summarizer} = costs
  const {context} = summarizer
  const {computed, unknownTokens} = costs.costs
  const computedMicros = computed === undefined || unknownTokens > 0 ? null : computed
  const {sessions, outcome, usage, isComplete, reportedCostUsd} = conversation.document()
  return {
    format: 'recount-run',
    version: 1,
    recording: path,
    exitCode: end.code ?? null,
    signal: end.signal ?? null,
    outcome: outcome?.state ?? null,
    sessionIds: sessions.map(({sessionId}) => sessionId),
    models: [...new Set(sessions.flatMap(({models}) => models))],
    costUsd: costs.total ?? null,
    costMicros: toMicros(costs.total),
    reportedCostUsd,
    reportedCostMicros: toMicros(reportedCostUsd),
    computedCostUsd: toDollars(computedMicros),
    computedCostMicros: computedMicros,
    usage,
    isComplete,
    context: context === undefined ? null : {tokens: context.tokens, window: context.window ?? null},
    toolCalls: conversation.runCounts,
    turns: costs.turns.map(turnReport),
    agents: [...costs.agents].map(([toolCallId, dollars]) => ({
      toolCallId,
      computedCostUsd: dollars,
      computedCostMicros: Math.round(dollars * 1_000_000),
    })),
  }
}

const turnReport = ({reported, computed}: TurnCosts): RunTurnJson => ({
  // A difference of two sums, rounded to remove floating-point noise.
  reportedCostUsd: reported === undefined ? null : Number(reported.toFixed(9)),
  reportedCostMicros: toMicros(reported),
  computedCostUsd: computed ?? null,
  computedCostMicros: toMicros(computed),
})
