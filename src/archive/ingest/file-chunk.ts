import type {SourceFile} from '../../sources/index.ts'
import type {GatheredFacts} from '../facts/gather-facts.ts'
import type {FileCursor} from './compare-file.ts'
import type {FoundFile} from './list-files.ts'
import type {RecentLines} from './recent-lines.ts'

/** Bytes that are packed together: complete lines, or the bytes after the last of them. */
export interface PackedBlock {
  readonly start: number
  readonly length: number
  /** The number of its first line, from 1. */
  readonly line: number
  readonly packed: Uint8Array<ArrayBuffer>
  /** CRC-32 of the unpacked bytes. */
  readonly checksum: number
  /** It is a part of a line that is too long to be parsed. */
  readonly isUnread: boolean
}

/** A block that was unpacked, or the complete lines of it. */
export interface OpenBlock extends Pick<PackedBlock, 'start' | 'line'> {
  readonly bytes: Uint8Array
}

/** How far a file was read. */
export interface ReadPosition {
  /** Bytes archived, including an unfinished line. */
  readonly size: number
  /** After the last complete line. */
  readonly offset: number
  readonly lines: number
  readonly head: string
  readonly tail: string
}

/** A part of a file that is written in one transaction, with the cursor before and after it. */
export interface FileChunk {
  readonly file: FoundFile
  /** What the file's path says of it. */
  readonly source: SourceFile
  /** The cursor that the archive must have for the chunk to fit; missing if the archive does not have the file. */
  readonly from: Pick<ReadPosition, 'offset' | 'lines'> | undefined
  /** Blocks from here on are replaced. */
  readonly replaces: number
  readonly blocks: readonly PackedBlock[]
  readonly facts: GatheredFacts
  readonly to: ReadPosition
  /** What a file that was known has grown by, if it is little. */
  readonly grown?: RecentLines | undefined
  /** Nothing of the file follows. */
  readonly isLast: boolean
}

/** How many bytes of its file a chunk has. */
export const chunkBytes = ({to, from}: FileChunk): number => to.size - (from?.offset ?? 0)

/** What is to be read of a file. */
export interface IngestTask {
  readonly found: FoundFile
  readonly cursor: FileCursor | undefined
}

/** How many bytes a task has to read. */
export const remainingBytes = ({found, cursor}: IngestTask): number => found.size - (cursor?.offset ?? 0)
