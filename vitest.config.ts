import {defineConfig} from 'vitest/config'
import {LongestFirst} from './test/support/vitest/longest-first.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    env: {TZ: 'UTC', NO_COLOR: '1'},
    reporters: ['default', './test/support/vitest/count-reporter.ts'],
    // Whoever waits, waits for something to happen: the limits only end what never would, on a machine however busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: {poll: {timeout: 120_000, interval: 25}},
    sequence: {sequencer: LongestFirst},
    // One more than the cores of a small machine: many tests wait.
    maxWorkers: 3,
  },
})
