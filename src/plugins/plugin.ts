import {addTranslation} from '../dialects/index.ts'
import type {JsonObject} from '../model/index.ts'
import type {Page} from '../page/index.ts'
import type {Tool} from '../tools/index.ts'
import {addTool, genericTool} from '../tools/index.ts'
import {checkNodes} from './check-nodes.ts'

/** A format of another program. */
export interface DialectDefinition {
  readonly name: string
  /** Whether a record is of this format. It is called for every record, before recount looks at it. */
  readonly recognizes: (record: JsonObject) => boolean
  /** The record as Claude Code would have written it, in its stream or in its transcripts. */
  readonly translate: (record: JsonObject) => JsonObject
}

/** A format to export to. */
export interface OutputDefinition {
  /** What `--format` calls it. */
  readonly name: string
  /** Renders a page: one session, or several. */
  readonly render: (page: Page) => string
}

/** What a plugin brings. A module whose exports have these names is one. */
export interface Plugin {
  readonly tools?: readonly Tool[]
  readonly dialects?: readonly DialectDefinition[]
  readonly outputs?: readonly OutputDefinition[]
}

/** Gets a sentence that says what a plugin did wrong. */
export type OnPluginProblem = (sentence: string) => void

const outputs = new Map<string, OutputDefinition>()

/** An output that a plugin has added. */
export const findPluginOutput = (name: string): OutputDefinition | undefined => outputs.get(name)

/**
 * Describes a tool: an MCP server's, or a built-in one in place of recount's own description. What it does not say, the generic
 * description says.
 *
 * @example
 * import {defineTool} from 'recount'
 * import {note} from 'recount/page'
 *
 * export const tools = [
 *   defineTool({
 *     names: ['mcp__shop__deploy'],
 *     subject: (input) => `to ${input['target']}`,
 *     answered: ({text}) => [note('success', text)],
 *   }),
 * ]
 */
export const defineTool = (tool: Tool): Tool => tool

/**
 * Reads the records of another program.
 *
 * @example
 * import {defineDialect} from 'recount'
 *
 * export const dialects = [
 *   defineDialect({
 *     name: 'chat-log',
 *     recognizes: (record) => 'speaker' in record,
 *     translate: ({speaker, words, room}) => ({
 *       type: speaker === 'bot' ? 'assistant' : 'user',
 *       session_id: room,
 *       message: {role: speaker === 'bot' ? 'assistant' : 'user', content: words},
 *     }),
 *   }),
 * ]
 */
export const defineDialect = (dialect: DialectDefinition): DialectDefinition => dialect

/**
 * Adds a format to `recount export --format`.
 *
 * @example
 * import {defineOutput} from 'recount'
 *
 * export const outputs = [
 *   defineOutput({
 *     name: 'titles',
 *     render: ({sessions}) => sessions.map(({title}) => `${title}\n`).join(''),
 *   }),
 * ]
 */
export const defineOutput = (output: OutputDefinition): OutputDefinition => output

/**
 * Adds what a plugin brings to this process. A function of it that fails, or gives something that no output can show, is
 * reported once; the generic description, or recount's own dialects, are used in its place.
 *
 * @example
 * import {defineTool, usePlugin} from 'recount'
 *
 * usePlugin({tools: [defineTool({names: ['Deploy'], subject: ({target}) => String(target)})]}, console.warn)
 */
export function usePlugin(plugin: Plugin, onProblem: OnPluginProblem = emitWarning): void {
  for (const tool of checkList(plugin, 'tools')) {
    if (!isListOfTexts(tool.names)) throw new TypeError('a tool needs "names", a list of strings')
    addTool(guardTool(tool, reportOnce(`The plugin's tool ${tool.names.join(', ')}`, onProblem)))
  }
  for (const {name, recognizes, translate} of checkList(plugin, 'dialects')) {
    if (typeof recognizes !== 'function' || typeof translate !== 'function')
      throw new TypeError(`the dialect ${name} needs the functions "recognizes" and "translate"`)
    const guarded = guard(reportOnce(`The plugin's dialect ${name}`, onProblem))
    addTranslation(
      guarded(
        (record: JsonObject) => {
          if (!recognizes(record)) return undefined
          const translated: unknown = translate(record)
          if (!isRecord(translated)) throw new TypeError('it gave no object')
          return translated
        },
        () => undefined,
      ),
    )
  }
  for (const output of checkList(plugin, 'outputs')) {
    if (typeof output.name !== 'string' || typeof output.render !== 'function')
      throw new TypeError('an output needs a "name" and the function "render"')
    outputs.set(output.name, output)
  }
}

/** Node's own way to report what does not stop a program. */
export const emitWarning: OnPluginProblem = (sentence) => process.emitWarning(sentence)

function checkList<Name extends keyof Plugin>(
  plugin: Plugin,
  name: Name,
): NonNullable<Plugin[Name]> | readonly [] {
  const list = plugin[name] ?? []
  if (!Array.isArray(list)) throw new TypeError(`"${name}" is no list`)
  return list
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Report = (error: unknown) => void

/** The first failure is told; a session may have thousands of calls. */
function reportOnce(what: string, onProblem: OnPluginProblem): Report {
  let isReported = false
  return (error) => {
    if (isReported) return
    isReported = true
    onProblem(`${what} failed and is not used: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Gives functions that never fail: `instead` is used where the first one does. */
const guard =
  (report: Report) =>
  <Given extends readonly unknown[], Result>(
    work: (...given: Given) => Result,
    instead: (...given: Given) => Result,
    check: (result: Result) => void = () => {},
  ) =>
  (...given: Given): Result => {
    try {
      const result = work(...given)
      check(result)
      return result
    } catch (error) {
      report(error)
      return instead(...given)
    }
  }

function guardTool(tool: Tool, report: Report): Tool {
  const guarded = guard(report)
  const {names, subject, asked, answered, outcome, refused, prominent, durationMs} = tool
  return {
    names,
    subject: guarded(subject ?? genericTool.subject, genericTool.subject, checkText),
    asked: guarded(asked ?? genericTool.asked, genericTool.asked, checkNodes),
    answered: guarded(answered ?? genericTool.answered, genericTool.answered, checkNodes),
    outcome: guarded(outcome ?? genericTool.outcome, genericTool.outcome, checkText),
    ...(refused ? {refused: guarded(refused, () => false)} : {}),
    ...(prominent === undefined ? {} : {prominent}),
    ...(durationMs ? {durationMs: guarded(durationMs, () => undefined, checkNumber)} : {}),
  }
}

function checkText(value: unknown): void {
  if (value !== undefined && typeof value !== 'string') throw new TypeError('it gave no string')
}

function checkNumber(value: unknown): void {
  if (value !== undefined && !Number.isFinite(value)) throw new TypeError('it gave no number')
}
