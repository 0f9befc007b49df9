import {expect, test} from 'vitest'
import {foldDocument, recordings} from '../support/conversation/recordings.ts'

for (const {name, streams, transcripts} of recordings) {
  for (const [what, files] of [
    ['stream', streams],
    ['transcript', transcripts],
  ] as const) {
    if (files.length === 0) continue
    const whole = foldDocument(files)
    for (const size of [1, 7, 4096]) {
      test(`the ${what} of ${name} gives the same conversation in ${size}-byte chunks`, () => {
        expect(foldDocument(files, size)).toEqual(whole)
      })
    }
  }
}
