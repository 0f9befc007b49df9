import {writeFileSync} from 'node:fs'
import type {Reporter, TestModule} from 'vitest/node'

/** Ends a run with the line that counts. Under `npm test` the count is left for the script that adds its checks to it. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0
    let failed = unhandled.length
    for (const module of modules) {
      failed += module.errors().length
      for (const suite of module.children.allSuites()) failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const {state} = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed') failed += 1
      }
    }
    const note = process.env['RECOUNT_COUNT']
    if (note) writeFileSync(note, JSON.stringify({passed, failed}))
    // The default reporter prints its own summary after this hook; this line must come last.
    else process.on('exit', () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`))
  }
}
