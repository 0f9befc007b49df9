import {addTranslation, type Translate} from '../dialects/index.ts'
import {isJsonObject, type JsonObject} from '../model/index.ts'
import type {Page} from '../page/index.ts'
import {addTool, genericTool, type Tool} from '../tools/index.ts'
import {checkNodes} from './check-nodes.ts'
import {errorReason} from './plugin-error.ts'

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
  /** Its name for `--format`. */
  readonly name: string
  /** Renders a page: one session, or several. */
  readonly render: (page: Page) => string
}

/** The exports of a plugin: any module with some of these. */
export interface Plugin {
  readonly tools?: readonly Tool[]
  readonly dialects?: readonly DialectDefinition[]
  readonly outputs?: readonly OutputDefinition[]
}

/** Called with a message about a problem of a plugin. */
export type OnPluginProblem = (sentence: string) => void

const outputs = new Map<string, OutputDefinition>()

/** Whether a plugin has added an output of this name. */
export const isPluginOutput = (name: string): boolean => outputs.has(name)

/**
 * Describes a tool of an MCP server, or a built-in one instead of recount's own description. The generic description is used
 * for everything that is missing.
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
 * Adds a plugin to this process. A function that fails, or returns something that no output can show, is reported once;
 * the generic description or recount's own dialects are used instead.
 *
 * @example
 * import {defineTool, usePlugin} from 'recount'
 *
 * usePlugin({tools: [defineTool({names: ['Deploy'], subject: ({target}) => String(target)})]}, console.warn)
 */
export function usePlugin(plugin: Plugin, onProblem: OnPluginProblem = emitWarning): void {
  for (const tool of checkList(plugin, 'tools')) {
    checkTool(tool)
    const report = reportOnce(
      `The plugin's tool ${tool.names.join(', ')}`,
      'The generic description is used',
      onProblem,
    )
    addTool(guardTool(tool, report))
  }
  for (const dialect of checkList(plugin, 'dialects')) {
    checkFunctions(dialect, 'dialect', ['recognizes', 'translate'])
    const report = reportOnce(
      `The plugin's dialect ${dialect.name}`,
      "Such records are read with recount's own formats",
      onProblem,
    )
    addTranslation(guard(report)(translationOf(dialect), () => undefined))
  }
  for (const output of checkList(plugin, 'outputs')) {
    checkFunctions(output, 'output', ['render'])
    if (builtInFormats.includes(output.name))
      throw new TypeError(`the output "${output.name}" has the name of a built-in format`)
    outputs.set(output.name, output)
  }
}

/** The formats of `recount export`, which a plugin cannot replace. */
const builtInFormats: readonly string[] = ['html', 'md', 'json', 'chorus']

/** Renders a page with the output of a plugin; fails if that does not return a text. */
export function renderPluginOutput(name: string, page: Page): string {
  const text: unknown = returned(outputs.get(name)?.render(page))
  if (typeof text !== 'string') throw new TypeError('it did not return a string')
  return text
}

/** Reads records as a dialect translates them. It gets a copy, because pages show the record of the file. */
const translationOf =
  ({recognizes, translate}: DialectDefinition): Translate =>
  (record, read) => {
    if (!returned(recognizes(record))) return undefined
    const translated: unknown = returned(translate(structuredClone(record)))
    const copy: unknown = JSON.parse(JSON.stringify(translated) ?? 'null')
    if (!isJsonObject(copy)) throw new TypeError('it did not return an object')
    const message = read(copy)
    if (!message) throw new TypeError('it returned a record that is not of a format of Claude Code')
    return message
  }

/** Reports a problem as a warning of the process. */
export const emitWarning: OnPluginProblem = (sentence) => process.emitWarning(sentence)

function checkList<Name extends keyof Plugin>(
  plugin: Plugin,
  name: Name,
): NonNullable<Plugin[Name]> | readonly [] {
  const list = plugin[name] ?? []
  if (!Array.isArray(list)) throw new TypeError(`"${name}" is not a list`)
  for (const item of list)
    if (typeof item !== 'object' || item === null)
      throw new TypeError(`"${name}" contains something that is not an object`)
  return list
}

const toolFunctions = ['subject', 'asked', 'answered', 'outcome', 'refused', 'durationMs'] as const

function checkTool(tool: Tool): void {
  const names: unknown = tool.names
  if (!Array.isArray(names) || !names.every((item) => typeof item === 'string'))
    throw new TypeError('a tool needs "names", a list of strings')
  for (const name of toolFunctions)
    if (tool[name] !== undefined && typeof tool[name] !== 'function')
      throw new TypeError(`"${name}" of the tool ${names.join(', ')} is not a function`)
}

function checkFunctions<Definition extends {readonly name: string}>(
  definition: Definition,
  kind: string,
  functions: readonly (keyof Definition)[],
): void {
  if (typeof definition.name !== 'string') throw new TypeError(`each ${kind} needs a "name"`)
  for (const name of functions)
    if (typeof definition[name] !== 'function')
      throw new TypeError(`the ${kind} ${definition.name} needs the function "${String(name)}"`)
}

type Report = (error: unknown) => void

/** Reports only the first failure, because a session can have thousands of calls. */
function reportOnce(what: string, instead: string, onProblem: OnPluginProblem): Report {
  let isReported = false
  return (error) => {
    if (isReported) return
    isReported = true
    onProblem(`${what} failed: ${errorReason(error)}. ${instead} instead.`)
  }
}

/** Makes functions that never fail: if `work` fails, `instead` is used. */
const guard =
  (report: Report) =>
  <Given extends readonly unknown[], Result>(
    work: (...given: Given) => Result,
    instead: (...given: Given) => Result,
    check: (result: Result) => void = () => {},
  ) =>
  (...given: Given): Result => {
    try {
      const result = returned(work(...given))
      check(result)
      return result
    } catch (error) {
      report(error)
      return instead(...given)
    }
  }

/** What a function of a plugin returned. A promise fails, and its own failure must not end the program. */
function returned<Value>(value: Value): Value {
  if (!(value instanceof Promise)) return value
  value.catch(() => {})
  throw new TypeError('it returned a promise, but functions of plugins cannot be async')
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
  if (value !== undefined && typeof value !== 'string') throw new TypeError('it did not return a string')
}

function checkNumber(value: unknown): void {
  if (value !== undefined && !Number.isFinite(value)) throw new TypeError('it did not return a number')
}
