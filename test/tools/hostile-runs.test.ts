import {expect, test} from 'vitest'
import type {JsonObject, JsonValue, ToolRun} from '../../src/model/index.ts'
import {isJsonObject, toolRunStates} from '../../src/model/index.ts'
import type {Node} from '../../src/page/index.ts'
import {describeRun} from '../../src/tools/describe-run.ts'
import {knownTools} from '../../src/tools/tools.ts'
import {fc} from '../support/fc.ts'
import {readResult, runOf} from './tool-runs.ts'
import {toolSamples} from './tool-samples.ts'

const samples = await toolSamples()

/** Every name of a field, and every value, that a description may look for. */
const vocabulary = {names: new Set<string>(), values: new Set<JsonValue>()}
for (const {input, result} of samples) learn([input, result?.structured ?? null])

function learn(value: JsonValue | undefined): void {
  if (Array.isArray(value)) value.forEach(learn)
  else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      vocabulary.names.add(name)
      learn(inner)
    }
  } else if (value !== undefined) vocabulary.values.add(value)
}

const words = fc.constantFrom('__proto__', 'constructor', 'toString', ...vocabulary.names)
const leaves = fc.oneof(
  fc.constantFrom<JsonValue>(null, '', '\n', '<system-reminder>', '1→a\n2\tb', Number.MAX_VALUE, -1, 0.5),
  fc.constantFrom<JsonValue>(...vocabulary.values),
  fc.string({unit: 'binary', maxLength: 20}),
  fc.boolean(),
  fc.double({noNaN: true, noDefaultInfinity: true}),
)

/** Values in the shape that descriptions expect, with anything in every place. */
const {value} = fc.letrec<{value: JsonValue}>((tie) => ({
  value: fc.oneof(
    {maxDepth: 4, depthSize: 'small'},
    leaves,
    fc.array(tie('value'), {maxLength: 4}),
    fc
      .array(fc.tuple(words, tie('value')), {maxLength: 8})
      .map((entries): JsonObject => Object.fromEntries(entries)),
  ),
}))

const anything = fc.oneof(value, fc.jsonValue().map(readJson))
const blockTypes = fc.constantFrom(
  'text',
  'image',
  'document',
  'tool_result',
  'tool_use',
  'search_result',
  'x',
)
const blocks = fc.array(
  fc
    .tuple(blockTypes, anything, anything, anything)
    .map(([type, text, source, content]): JsonValue => ({type, text, source, content, title: text})),
  {maxLength: 4},
)
const names = fc.constantFrom(...knownTools.flatMap((tool) => tool.names), 'mcp__a__b', '__proto__', '')

test('any call with any result, in every state, gets a description that is made of strings', () => {
  const states = fc.constantFrom(...toolRunStates)
  const contents = fc.oneof(fc.string(), blocks, anything)
  fc.assert(
    fc.property(names, states, anything, contents, anything, (name, state, input, content, structured) => {
      checkRun(runOf(name, state, input, readResult(content, structured)))
    }),
    {numRuns: 1500},
  )
})

test('a real call is described when any one of its fields is something else', () => {
  for (const sample of samples) {
    const structured = sample.result?.structured ?? {}
    const content = sample.result ? readJson(sample.result.content) : ''
    for (const odd of [null, 7, true, '', 'odd', [], [null], {}, {file: {}}, ['a', 1]]) {
      for (const field of Object.keys(sample.input)) {
        const input = {...sample.input, [field]: odd}
        checkRun(runOf(sample.name, 'completed', input, readResult(content, structured)))
        checkRun(runOf(sample.name, 'pending', input, readResult(content, structured)))
      }
      for (const field of Object.keys(structured)) {
        const result = readResult(content, {...structured, [field]: odd})
        checkRun(runOf(sample.name, 'completed', sample.input, result))
      }
    }
  }
})

function checkRun(run: ToolRun): void {
  const {title, subject, outcome, asked, answered} = describeRun(run)
  expect(typeof title, run.name).toBe('string')
  for (const line of [subject, outcome]) {
    if (line !== undefined) expect(line, run.name).toEqual(expect.stringMatching(/^[^\n]+$/))
  }
  for (const node of [...asked, ...answered]) checkNode(node)
}

/** Outputs draw the texts of a node; only raw values and sources of images are anything else. */
function checkNode(node: Node): void {
  switch (node.kind) {
    case 'raw':
      return
    case 'group':
      expect(typeof node.title).toBe('string')
      for (const inner of node.nodes) checkNode(inner)
      return
    case 'image':
      expect(typeof node.alt).toBe('string')
      return
    case 'code':
      expect(typeof node.code).toBe('string')
      expect(['string', 'undefined']).toContain(typeof node.language)
      expect(Number.isNaN(node.firstLine ?? 0)).toBe(false)
      return
    case 'diff':
      for (const line of node.hunks.flatMap((hunk) => hunk.lines)) expect(typeof line.text).toBe('string')
      return
    case 'fields':
      for (const {value: shown} of node.fields) expect(typeof shown).toBe('string')
      return
    case 'table':
      for (const cell of [...node.head, ...node.rows.flat()]) expect(typeof cell).toBe('string')
      return
    default:
      for (const shown of Object.values(node)) expect(shown).not.toBeNull()
  }
}

function readJson(given: unknown): JsonValue {
  return JSON.parse(JSON.stringify(given))
}
