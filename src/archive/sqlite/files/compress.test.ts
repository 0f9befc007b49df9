import {expect, test} from 'vitest'
import {checksumOf, compressBlock, decompressBlock, plainChecksum} from './compress.ts'

const bytes = Buffer.from('{"type":"user"}\n'.repeat(500))
const block = {packed: compressBlock(bytes), length: bytes.length, checksum: checksumOf(bytes)}

test('the checksum is CRC-32, with and without the help of Node', () => {
  const check = Buffer.from('123456789')
  expect([checksumOf(check), plainChecksum(check)]).toEqual([0xcbf43926, 0xcbf43926])
  expect(checksumOf(bytes)).toBe(plainChecksum(bytes))
  expect(plainChecksum(new Uint8Array(0))).toBe(0)
})

test('a block is unpacked only if it is the one that was packed', () => {
  expect(Buffer.from(decompressBlock(block) ?? []).equals(bytes)).toBe(true)
  expect(decompressBlock({...block, checksum: null})).toBeDefined()
  for (let at = 0; at < block.packed.length; at += 1) {
    const packed = new Uint8Array(block.packed)
    packed[at] = (packed[at] ?? 0) ^ 0x10
    expect(bytes.equals(decompressBlock({...block, packed}) ?? bytes)).toBe(true)
  }
  expect(decompressBlock({...block, length: bytes.length - 1})).toBeUndefined()
  expect(decompressBlock({...block, length: 2 ** 60})).toBeUndefined()
  expect(decompressBlock({...block, checksum: block.checksum + 1})).toBeUndefined()
  expect(decompressBlock({...block, packed: null})).toBeUndefined()
})

test('damaged bytes do not fill the memory', () => {
  const large = Buffer.alloc(64 * 1024 * 1024)
  expect(decompressBlock({packed: compressBlock(large), length: 10, checksum: null})).toBeUndefined()
})
