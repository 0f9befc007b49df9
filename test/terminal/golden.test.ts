import {basename} from 'node:path'
import {describe, expect, test} from 'vitest'
import {measure} from '../../src/render/terminal/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import type {Recording} from '../support/conversation/recordings.ts'
import {recordings} from '../support/conversation/recordings.ts'
import {golden} from '../support/golden.ts'
import {printPiped, printSession} from '../support/terminal/print.ts'

const versions = ['2.1.112', '2.1.325']
const widths = [40, 80, 120]
const styles = ['box', 'line'] as const

const shown = recordings.filter(({name}) => versions.some((version) => name.startsWith(`${version}/`)))

/** Each run of a scenario by itself; what was done in the terminal client is only in its transcripts. */
const runsOf = ({streams, transcripts}: Recording): readonly (readonly [string, readonly SourceFile[]])[] =>
  streams.length > 0 ? streams.map((file) => [basename(file.path), [file]]) : [['transcript', transcripts]]

for (const recording of shown) {
  describe(recording.name, () => {
    test('prints as approved', () => {
      const pages = runsOf(recording).flatMap(([run, files]) =>
        styles.flatMap((style) =>
          widths.map(
            (width) => `### ${run}, ${style}, ${width} columns\n\n${printSession(files, {style, width})}\n`,
          ),
        ),
      )
      golden(`test/golden/terminal/${recording.name}.txt`, pages.join('\n'))
    })
    test('prints the same through a pipe as from a file', () => {
      for (const {path} of recording.streams) {
        const saved = printSession([{path}], {})
        for (const size of [1, 7, 4096, Number.POSITIVE_INFINITY])
          expect(printPiped(path, {}, size)).toBe(saved)
      }
    })
    test('has frames that line up, and no line that is too wide', () => {
      for (const [, files] of runsOf(recording)) {
        for (const width of widths) {
          for (const line of printSession(files, {style: 'box', width}).split('\n')) {
            expect(measure(line), line).toBeLessThanOrEqual(width)
            if (/[╔║╚]/.test(line)) expect(measure(line), line).toBe(width)
          }
        }
      }
    })
  })
}
