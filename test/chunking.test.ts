import {expect, test} from 'vitest'
import {documentOf, recordings} from './support/recordings.ts'

for (const {name, streams, transcripts} of recordings) {
  for (const [what, files] of [
    ['stream', streams],
    ['transcript', transcripts],
  ] as const) {
    if (files.length === 0) continue
    const whole = documentOf(files)
    for (const size of [1, 7, 4096]) {
      test(`the ${what} of ${name} gives the same conversation in ${size}-byte chunks`, () => {
        expect(documentOf(files, size)).toEqual(whole)
      })
    }
  }
}
