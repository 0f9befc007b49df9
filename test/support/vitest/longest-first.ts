import type {TestSpecification} from 'vitest/node'
import {BaseSequencer} from 'vitest/node'

/** The files that take longest, by the seconds they take on two cores. Those that are not named follow, the largest first. */
const seconds: Readonly<Record<string, number>> = {
  'test/viewer/growth.test.ts': 62,
  'test/archive/damage.test.ts': 52,
  'test/archive/crash.test.ts': 50,
  'test/viewer/browser-long.test.ts': 41,
  'test/cli/growth.test.ts': 31,
  'test/pages/exported-page.test.ts': 28,
  'test/agreement/same-facts.test.ts': 28,
  'test/slack/slack.test.ts': 26,
  'test/viewer/browser-pages.test.ts': 25,
  'test/slack/crash.test.ts': 24,
  'test/archive/session-rows.test.ts': 21,
  'test/pages/hostile.test.ts': 20,
  'test/pages/growth.test.ts': 19,
  'test/viewer/queries.test.ts': 18,
  'test/store/store.test.ts': 18,
  'test/archive/commands.test.ts': 17,
  'test/agreement/same-cost.test.ts': 17,
  'test/viewer/attacks.test.ts': 16,
  'test/terminal/golden.test.ts': 16,
  'test/record/kill.test.ts': 16,
  'test/pages/complete.test.ts': 16,
  'test/viewer/recovery.test.ts': 15,
  'test/terminal/hostile.test.ts': 15,
  'test/support/browser/browser.test.ts': 15,
  'test/viewer/browser-live.test.ts': 14,
  'test/cli/print.test.ts': 14,
  'test/viewer/replay.test.ts': 13,
  'test/security/private-files.test.ts': 13,
  'test/pages/large.test.ts': 13,
  'test/cli/plugins.test.ts': 13,
  'test/archive/long-line.test.ts': 13,
  'test/terminal/live.test.ts': 12,
  'test/slack/render.test.ts': 12,
  'test/record/join-transcript.test.ts': 12,
  'test/project/package.test.ts': 12,
  'test/conversation/stream-and-transcript.test.ts': 12,
  'test/cli/json-output.test.ts': 12,
  'test/cli/cli.test.ts': 12,
  'test/cli/changes.test.ts': 12,
  'test/archive/search.test.ts': 12,
  'test/archive/growth.test.ts': 12,
  'test/viewer/load.test.ts': 11,
  'test/viewer/live.test.ts': 11,
  'test/store/transcript-as-stream.test.ts': 11,
  'test/cli/resume.test.ts': 11,
  'test/cli/full-disk.test.ts': 11,
  'test/slack/delivery.test.ts': 10,
  'test/record/exit.test.ts': 10,
  'test/archive/failed-calls.test.ts': 10,
  'test/agreement/same-entries.test.ts': 10,
  'test/viewer/browser-session.test.ts': 9,
  'test/security/redaction.test.ts': 9,
  'test/pages/export.test.ts': 9,
  'test/conversation/keep-options.test.ts': 9,
  'test/record/record.test.ts': 8,
  'test/project/compatibility.test.ts': 8,
  'test/cli/program.test.ts': 8,
  'test/viewer/serve.test.ts': 7,
  'test/project/examples.test.ts': 7,
  'test/pages/page.test.ts': 7,
  'test/pages/long-pages.test.ts': 7,
  'test/conversation/properties.test.ts': 7,
}

/** Starts with the files that take longest, even without results of earlier runs, so no worker ends with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({moduleId}: TestSpecification): number =>
      Object.entries(seconds).find(([name]) => moduleId.endsWith(name))?.[1] ?? 0
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
