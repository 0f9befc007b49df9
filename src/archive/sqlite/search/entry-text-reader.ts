import {readLines} from '../../../dialects/index.ts'
import type {Line} from '../../../model/index.ts'
import {isEncoded, readSearchEntries} from '../../facts/read-search-entries.ts'
import {blankEncoded} from '../../search/blank-encoded.ts'
import type {Database, SqlRow} from '../database/driver.ts'
import {statements} from '../database/statements.ts'
import {blockColumns, readBlock} from '../files/read-block.ts'

/**
 * Reads the text of an entry's row out of the archive's blocks. It remembers blocks, so it is for one reader's use at one
 * time.
 */
export type EntryTextReader = (row: SqlRow) => string | undefined

const sql = statements({
  kind: 'select kind from file where id = ?',
  block: `select ${blockColumns}, line from block where file = ? and line <= ? and unread = 0 order by start desc limit 1`,
})

interface OpenBlock {
  readonly first: number
  readonly bytes: Uint8Array
  /** Where each line begins, and the end. */
  readonly starts: readonly number[]
  /** The texts of the line that was read last, by record. */
  line: number
  texts: ReadonlyMap<number, readonly string[]>
}

/**
 * Makes a reader that keeps some blocks unpacked. An entry's text is what its record's facts say, without encoded data.
 * A file that is not a transcript is text: an entry in it is the block that starts with its line.
 */
export function entryTextReader(archive: Database, mostBlocks = 32): EntryTextReader {
  const blocks = new Map<string, OpenBlock>()
  const wholes = new Map<number, boolean>()
  const lookUp = sql(archive)

  /** The block of a line. Lines are usually close to each other, so the last block is tried first. */
  let last: {readonly file: number; readonly block: OpenBlock} | undefined
  function blockOf(file: number, line: number): OpenBlock | undefined {
    if (last?.file === file && holds(last.block, line)) return last.block
    const row = lookUp.block.get(file, line)
    if (!row) return undefined
    const key = `${file}:${row['start']}`
    const known = blocks.get(key)
    const bytes = known ? undefined : readBlock(archive, row)
    const block = known ?? (bytes && openBlock(Number(row['line']), bytes))
    if (!block) return undefined
    // The one used longest ago is the first of the map.
    blocks.delete(key)
    blocks.set(key, block)
    for (const oldest of blocks.keys()) {
      if (blocks.size <= mostBlocks) break
      blocks.delete(oldest)
    }
    last = {file, block}
    return block
  }

  function isWhole(file: number): boolean {
    const known = wholes.get(file)
    if (known !== undefined) return known
    const found = lookUp.kind.get(file)?.['kind'] === 'whole'
    wholes.set(file, found)
    return found
  }

  return (row) => {
    const [file, line] = [Number(row['file']), Number(row['line'])]
    const block = blockOf(file, line)
    if (!block) return undefined
    if (isWhole(file)) return block.first === line ? decodeWholeFile(block.bytes) : undefined
    if (block.line !== line) {
      block.line = line
      block.texts = textsOfLine(block, line)
    }
    const text = block.texts.get(Number(row['record']))?.[Number(row['part'])]
    return text === undefined ? undefined : blankEncoded(text)
  }
}

const holds = ({first, starts}: OpenBlock, line: number): boolean =>
  line >= first && line < first + starts.length - 1

function openBlock(first: number, bytes: Uint8Array): OpenBlock {
  const starts = [0]
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) starts.push(at + 1)
  if (starts.at(-1) !== bytes.length) starts.push(bytes.length)
  return {first, bytes, starts, line: -1, texts: new Map()}
}

function textsOfLine(
  {first, bytes, starts}: OpenBlock,
  line: number,
): ReadonlyMap<number, readonly string[]> {
  const reader = readLines('')
  const found: Line[] = []
  // A record may extend over several lines.
  for (let at = line - first; at < starts.length - 1; at++) {
    found.push(...reader.push(bytes.subarray(starts[at], starts[at + 1])))
    if (reader.settled === reader.bytes) break
  }
  found.push(...reader.end())
  return new Map(found.map((read) => [read.at.record, readSearchEntries(read).map(({text}) => text)]))
}

/** The searchable text of a file that is not a transcript. */
export function decodeWholeFile(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  return isEncoded(text) ? '' : blankEncoded(text)
}
