import {cpSync, mkdtempSync} from 'node:fs'
import {basename, join} from 'node:path'
import type {SourceFile} from '../../../src/sources/index.ts'
import {findFiles} from '../../../src/sources/index.ts'
import type {Recording} from './recordings.ts'

/** The ways to read a recording: one part of it alone, or both in either order. */
const ways: Readonly<Record<string, readonly ('streams' | 'transcripts')[]>> = {
  stream: ['streams'],
  transcript: ['transcripts'],
  'stream, transcript': ['streams', 'transcripts'],
  'transcript, stream': ['transcripts', 'streams'],
}

/** A recording in a folder of its own, laid out for one way to read it: files are read in the order of their paths. */
export interface Reading {
  readonly way: string
  readonly folder: string
  readonly files: readonly SourceFile[]
}

/** Copies a recording below `temp` once for each way to read it. */
export function copyReadings(recording: Recording, temp: string): readonly Reading[] {
  return Object.entries(ways).flatMap(([way, parts]) => {
    if (parts.some((part) => recording[part].length === 0)) return []
    const folder = mkdtempSync(join(temp, 'reading-'))
    for (const [place, part] of parts.entries()) {
      const into = join(folder, String(place))
      if (part === 'transcripts') cpSync(join(recording.folder, 'transcript'), into, {recursive: true})
      else for (const {path} of recording.streams) cpSync(path, join(into, basename(path)))
    }
    return [{way, folder, files: findFiles(folder, () => {})}]
  })
}
