import {configDefaults, defineConfig} from 'vitest/config'
import {LongestFirst} from './test/support/vitest/longest-first.ts'

/** V8 counts only code that is loaded after it was asked to count, and is slower from then on. */
const ownProcess = ['test/pages/linear-work.test.ts']

export default defineConfig({
  test: {
    env: {TZ: 'UTC', NO_COLOR: '1'},
    reporters: ['default', './test/support/vitest/count-reporter.ts'],
    // Tests wait for something to happen. These limits only end what never would, on a machine of any load.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: {poll: {timeout: 120_000, interval: 25}},
    sequence: {sequencer: LongestFirst},
    // One more than a small machine has cores: many tests wait.
    maxWorkers: 3,
    // Tests change nothing that others see, so the files of a worker share their modules and the thread that runs the program.
    isolate: false,
    projects: [
      {extends: true, test: {name: 'unit', include: ['src/**/*.test.ts']}},
      {
        extends: true,
        test: {
          name: 'program',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ownProcess],
        },
      },
      {extends: true, test: {name: 'steps', include: ownProcess, isolate: true}},
    ],
  },
})
