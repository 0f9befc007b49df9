import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest'
import type {SourceFile} from '../../src/sources/index.ts'
import {allRecordings} from '../support/conversation/recordings.ts'
import {FakeSlack} from '../support/slack/fake-slack.ts'
import {fastClock} from '../support/slack/fast-clock.ts'
import {expectMirrored, feedMirror, mirrorFor, outboxFor} from '../support/slack/test-mirror.ts'

const fake = new FakeSlack()
beforeAll(() => fake.listen())
afterAll(() => fake.close())
afterEach(() => fake.reset())

const long = {boundMs: 24 * 3600_000, stallMs: 3600_000}

/** Mirrors files as they come, letting time pass between lines. */
async function mirrored(files: readonly SourceFile[], pauseMs = 300) {
  const clock = fastClock()
  fake.now = clock.now
  const outbox = outboxFor(fake, clock)
  const mirror = mirrorFor(outbox)
  await feedMirror(mirror, files, () => clock.sleep(pauseMs, new Promise(() => {})))
  return outbox.finish(long)
}

describe('every capture, mirrored as it goes, ends as the conversation does', () => {
  for (const {name, streams, transcripts} of allRecordings()) {
    const sources = [
      ...streams.map((file) => ({what: file.path.split('/').at(-1) ?? '', files: [file]})),
      ...(transcripts.length > 0 ? [{what: 'transcript', files: transcripts}] : []),
    ]
    for (const {what, files} of sources) {
      test(`${name} ${what}`, async () => {
        const report = await mirrored(files)
        expect(report).toMatchObject({left: 0, problems: [], trouble: undefined})
        expectMirrored(fake, files)
        expect(fake.tooEarly).toBe(0)
      })
    }
  }
})
