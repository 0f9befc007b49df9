import type {Reporter, TestModule} from 'vitest/node'

/** Ends a run with the line that counts: CI reads "N passed, N failed". */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0
    let failed = 0
    for (const module of modules) {
      let broken = module.errors().length
      for (const test of module.children.allTests()) {
        const {state} = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed') broken += 1
      }
      failed += broken
    }
    // The default reporter prints its own summary after this hook; this line must come last.
    process.on('exit', () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`))
  }
}
