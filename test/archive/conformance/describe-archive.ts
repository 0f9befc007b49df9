import {describe} from 'vitest'
import type {Engine} from './archive-context.ts'
import {archiveContext} from './archive-context.ts'
import {readerTests} from './reader-tests.ts'
import {writerTests} from './writer-tests.ts'

/** What every archive must do, whatever engine it has: each member of `Reader` and `Keeper` is tested here. */
export function describeArchive(name: string, engine: Engine): void {
  describe(`${name}: an archive`, () => {
    const context = archiveContext(engine)
    for (const [member, define] of [...Object.entries(writerTests), ...Object.entries(readerTests)])
      describe(member, () => define(context))
  })
}
