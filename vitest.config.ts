import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    env: {TZ: 'UTC', NO_COLOR: '1'},
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 120_000,
    maxWorkers: 2,
  },
})
