import {describe, expect, test} from 'vitest'
import {describeRun} from '../../src/tools/describe-run.ts'
import {knownTools} from '../../src/tools/tools.ts'
import {readResult, runOf} from './tool-runs.ts'
import {loadSamples} from './tool-samples.ts'

const sampled = new Set<string>()

for (const [file, samples] of await loadSamples()) {
  describe(file, () => {
    for (const sample of samples) {
      sampled.add(sample.name)
      test(`shows ${sample.shows}`, () => {
        const {name, input, result} = sample
        const run = result
          ? runOf(name, 'completed', input, readResult(result.content, result.structured))
          : runOf(name, 'pending', input)
        expect(describeRun(run)).toMatchObject({
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
