import {readdirSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {readRecord} from '../dialects/index.ts'
import type {ToolRun} from '../model/index.ts'
import {describeRun} from './describe-run.ts'
import type {ToolSample} from './tool.ts'
import {knownTools} from './tools.ts'

const folder = new URL('samples/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.samples.ts'))
const sampled = new Set<string>()

for (const file of files) {
  const {samples}: {samples: readonly ToolSample[]} = await import(new URL(file, folder).href)
  describe(file.replace('.samples.ts', ''), () => {
    for (const sample of samples) {
      sampled.add(sample.name)
      test(`shows ${sample.shows}`, () => {
        expect(describeRun(runOf(sample))).toMatchObject({
          subject: sample.subject,
          outcome: sample.outcome,
          failed: sample.refused ?? false,
          durationMs: sample.durationMs,
          asked: sample.asked,
          answered: sample.answered ?? [],
        })
      })
    }
  })
}

test('every tool has samples, and every name belongs to one tool', () => {
  expect(
    knownTools.filter((tool) => !tool.names.some((name) => sampled.has(name))).map((tool) => tool.names[0]),
  ).toEqual([])
  const names = knownTools.flatMap((tool) => tool.names)
  expect(names).toHaveLength(new Set(names).size)
})

/** A sample takes the same way as a real record, so that its blocks are read as real ones are. */
function runOf(sample: ToolSample): ToolRun {
  const base = {
    id: 'toolu_sample',
    name: sample.name,
    input: sample.input,
    server: false,
    responseId: undefined,
    agent: undefined,
    startedAt: undefined,
    background: undefined,
    copied: false,
  }
  if (!sample.result) return {...base, state: 'pending'}
  const block = {type: 'tool_result', tool_use_id: base.id, content: sample.result.content}
  const message = readRecord({
    type: 'user',
    message: {content: [block]},
    tool_use_result: sample.result.structured,
  })
  const [result] = message?.kind === 'tool-result' ? message.results : []
  return {
    ...base,
    state: 'completed',
    result: result ?? {content: [], isError: false, structured: undefined},
    endedAt: undefined,
  }
}
