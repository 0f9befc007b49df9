import {expect, test} from 'vitest'
import type {JsonObject, JsonValue, ToolRun} from '../../src/model/index.ts'
import {isJsonObject} from '../../src/model/index.ts'
import {describeRun} from '../../src/tools/describe-run.ts'
import {runOf} from './tool-runs.ts'
import {loadSamples} from './tool-samples.ts'

const odd: readonly JsonValue[] = [
  null,
  true,
  -1,
  1e300,
  '',
  '\u001b]0;x\u0007',
  '[{"a":',
  [],
  [null, 1, 'x', [], {}],
  {},
  {a: {b: null}},
  JSON.parse('{"__proto__": {"x": 1}, "length": -1, "toString": "x", "constructor": 1}'),
  deep(20_000),
]

test('no description throws, whatever is in any field of a call or its result', async () => {
  let described = 0
  for (const [file, samples] of await loadSamples()) {
    for (const {name, input, result} of samples) {
      const structured = result?.structured ?? {}
      const text =
        typeof result?.content === 'string' ? result.content : JSON.stringify(result?.content ?? '')
      const runs = [
        ...spoilt(input).map((value) => run(name, value, structured, text)),
        ...spoilt(structured).map((value) => run(name, input, value, text)),
        ...odd.map((value) => run(name, value, value, '{"__proto__": 1')),
        run(name, input, structured, text.slice(0, text.length / 2)),
        run(name, {}, {}, ''),
      ]
      for (const one of runs) {
        expect(describeRun(one).title, `${name} in ${file}`).not.toBe('')
        described += 1
      }
    }
  }
  expect(described).toBeGreaterThan(1000)
})

function deep(levels: number): JsonValue {
  let value: JsonValue = 'x'
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : {value}
  return value
}

/** Every version of a value in which one field, at any depth, is something odd or missing. */
function spoilt(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) {
    return [...odd, ...value.flatMap((item, at) => spoilt(item).map((bad) => value.with(at, bad)))]
  }
  if (!isJsonObject(value)) return odd
  return [
    ...odd,
    ...Object.entries(value).flatMap(([key, inner]) =>
      spoilt(inner ?? null).map((bad): JsonObject => ({...value, [key]: bad})),
    ),
  ]
}

function run(name: string, input: JsonValue, structured: JsonValue, text: string): ToolRun {
  const content = text === '' ? [] : [{type: 'text', text} as const]
  return runOf(name, 'completed', input, {content, isError: false, structured})
}
