import type {TestSpecification} from 'vitest/node'
import {BaseSequencer} from 'vitest/node'

/** The files that take longest, by the seconds they take on two cores. Those that are not named follow, the largest first. */
const longest: Readonly<Record<string, number>> = {
  'test/archive-crash.test.ts': 60,
}

/** Begins with what takes longest, also where nothing is known of earlier runs, so that no worker is left with it at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({moduleId}: TestSpecification): number =>
      Object.entries(longest).find(([name]) => moduleId.endsWith(name))?.[1] ?? 0
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
