import {expect, test, vi} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {decodeUtf8, toSearchable} from './decode-utf8.ts'

const decoder = new TextDecoder('utf-8', {ignoreBOM: true})

/** A length for each way of decoding. */
const lengths = [1, 50, 2000]

test.each([
  ['ASCII', '{"text":"plain"}'],
  ['Latin-1', '{"text":"déjà vu"}'],
  ['characters of two bytes', '{"text":"終 → ✓"}'],
  ['characters of a surrogate pair', '{"text":"👩‍👩‍👧"}'],
  ['a replacement character that was written', '{"text":"\ufffd"}'],
])('%s is decoded as it was written, at any length', (_what, line) => {
  for (const times of lengths) {
    const text = line.repeat(times)
    const bytes = Buffer.from(`before${text}after`)
    expect(decodeUtf8(bytes, 6, bytes.length - 5)).toBe(text)
  }
})

test('any bytes are decoded as TextDecoder decodes them, at any length', () => {
  const piece = fc.oneof(
    fc.uint8Array({maxLength: 8}),
    fc.string({unit: 'grapheme'}).map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom(...lengths), (pieces, times) => {
      const bytes = toSearchable(Buffer.concat(Array.from({length: times}, () => pieces).flat()))
      expect(decodeUtf8(bytes, 0, bytes.length)).toBe(decoder.decode(bytes))
    }),
  )
})

test('without Node the decoder of the platform is used, also if there is a `process`', async () => {
  vi.resetModules()
  vi.stubGlobal('Buffer', undefined)
  vi.stubGlobal('process', {env: {}})
  try {
    const bare = await import('./decode-utf8.ts')
    const bytes = new TextEncoder().encode(`"${'déjà '.repeat(200)}"`)
    expect(bare.decodeUtf8(bare.toSearchable(bytes), 0, bytes.length)).toBe(decoder.decode(bytes))
  } finally {
    vi.unstubAllGlobals()
  }
})
