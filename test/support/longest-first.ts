import type {TestSpecification} from 'vitest/node'
import {BaseSequencer} from 'vitest/node'

/** The files that take longest, by the seconds they take on two cores. Those that are not named follow, the largest first. */
const longest: Readonly<Record<string, number>> = {
  'test/archive-damage.test.ts': 75,
  'test/archive-crash.test.ts': 70,
  'test/growth.test.ts': 80,
  'test/web-long.test.ts': 50,
  'test/web-pages.test.ts': 40,
  'test/pages-browser.test.ts': 35,
  'test/record.test.ts': 35,
  'test/pages-hostile.test.ts': 30,
  'test/store.test.ts': 30,
  'test/serve-recovers.test.ts': 35,
  'test/slack.test.ts': 28,
  'test/pages-complete.test.ts': 25,
  'test/joins.test.ts': 22,
  'test/live-terminal.test.ts': 22,
  'test/slack-crash.test.ts': 20,
  'test/print.test.ts': 20,
  'test/server-live.test.ts': 18,
  'test/slack-delivery.test.ts': 18,
  'test/private-files.test.ts': 17,
  'test/browser.test.ts': 16,
  'test/server-queries.test.ts': 16,
  'test/web-live.test.ts': 16,
  'test/pages-large.test.ts': 15,
  'src/archive/sqlite/search-entries.test.ts': 15,
  'test/archive-commands.test.ts': 14,
  'test/program.test.ts': 13,
  'test/export.test.ts': 12,
  'test/resume.test.ts': 12,
  'test/full-disk.test.ts': 12,
  'test/hostile.test.ts': 12,
  'test/server-attacks.test.ts': 11,
  'test/terminal.test.ts': 10,
  'test/properties.test.ts': 9,
  'test/keep.test.ts': 9,
  'test/record-join.test.ts': 9,
  'test/store-stream.test.ts': 9,
  'test/server-program.test.ts': 9,
  'src/page/json-pieces.test.ts': 9,
  'src/archive/sqlite/refresh-sessions.test.ts': 9,
  'src/render/terminal/wrap.test.ts': 7,
  'src/describe/narrator.test.ts': 7,
}

/** Begins with what takes longest, also where nothing is known of earlier runs, so that no worker is left with it at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({moduleId}: TestSpecification): number =>
      Object.entries(longest).find(([name]) => moduleId.endsWith(name))?.[1] ?? 0
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
