import type {TestSpecification} from 'vitest/node'
import {BaseSequencer} from 'vitest/node'

/** The files that take longest, by the seconds they take on two cores. Those that are not named follow, the largest first. */
const seconds: Readonly<Record<string, number>> = {
  'test/archive/damage.test.ts': 144,
  'test/archive/crash.test.ts': 98,
  'test/cli/growth.test.ts': 43,
  'test/viewer/growth.test.ts': 29,
  'test/pages/growth.test.ts': 32,
  'test/agreement/same-facts.test.ts': 41,
  'test/agreement/same-cost.test.ts': 23,
  'test/archive/growth.test.ts': 22,
  'test/viewer/browser-long.test.ts': 38,
  'test/viewer/browser-pages.test.ts': 33,
  'test/pages/exported-page.test.ts': 28,
  'test/record/record.test.ts': 11,
  'test/pages/hostile.test.ts': 30,
  'test/store/store.test.ts': 20,
  'test/viewer/recovery.test.ts': 35,
  'test/slack/slack.test.ts': 28,
  'test/pages/complete.test.ts': 25,
  'test/conversation/stream-and-transcript.test.ts': 42,
  'test/terminal/live.test.ts': 16,
  'test/slack/crash.test.ts': 20,
  'test/cli/print.test.ts': 20,
  'test/viewer/live.test.ts': 18,
  'test/slack/delivery.test.ts': 18,
  'test/security/private-files.test.ts': 17,
  'test/support/browser/browser.test.ts': 16,
  'test/viewer/queries.test.ts': 16,
  'test/viewer/browser-live.test.ts': 13,
  'test/pages/large.test.ts': 15,
  'test/archive/search.test.ts': 15,
  'test/archive/commands.test.ts': 14,
  'test/cli/program.test.ts': 13,
  'test/pages/export.test.ts': 12,
  'test/cli/resume.test.ts': 12,
  'test/cli/full-disk.test.ts': 12,
  'test/terminal/hostile.test.ts': 12,
  'test/viewer/attacks.test.ts': 11,
  'test/terminal/golden.test.ts': 10,
  'test/conversation/properties.test.ts': 9,
  'test/conversation/keep-options.test.ts': 9,
  'test/record/join-transcript.test.ts': 9,
  'test/store/transcript-as-stream.test.ts': 9,
  'test/viewer/serve.test.ts': 9,
  'test/pages/json-chunks.test.ts': 9,
  'test/archive/session-rows.test.ts': 20,
  'src/render/terminal/text/wrap.test.ts': 7,
  'test/terminal/narrator.test.ts': 7,
}

/** Starts with the files that take longest, even without results of earlier runs, so no worker ends with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({moduleId}: TestSpecification): number =>
      Object.entries(seconds).find(([name]) => moduleId.endsWith(name))?.[1] ?? 0
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
