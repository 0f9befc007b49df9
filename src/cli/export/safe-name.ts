import {createHash} from 'node:crypto'

/** Leaves room for an ending and a number in the 255 bytes that file systems allow. */
const longest = 100

/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(?:\.|$)/i

/**
 * A name for a file or folder, made of nothing but letters of ASCII, digits, `-`, `_` and `.`, whatever it is made
 * from. It cannot leave its folder, hide itself, or be a device; where something had to be changed, a print of the
 * whole tells it from others.
 */
function safeName(wanted: string): string {
  const plain = wanted
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replaceAll(/\.{2,}/g, '_')
    .replace(/^[._-]+/, '')
    .replace(/[._-]+$/, '')
  const fits = plain === wanted.replace(/^-/, '') && plain.length <= longest && !reserved.test(plain)
  if (fits && plain !== '') return plain
  const name = reserved.test(plain) ? `_${plain}` : plain
  return `${name.slice(0, longest)}${name === '' ? '' : '-'}${printOf(wanted)}`
}

/** Gives names that differ even where the file system does not tell capitals from small letters. */
export class SafeNames {
  readonly #owners = new Map<string, string>()

  /** The name for something, always the same; `wanted` says how it should look. */
  nameOf(owner: string, wanted: string): string {
    const name = safeName(wanted)
    const known = this.#owners.get(name.toLowerCase())
    if (known === undefined || known === owner) {
      this.#owners.set(name.toLowerCase(), owner)
      return name
    }
    return this.nameOf(owner, `${name}-${printOf(owner)}`)
  }
}

const printOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)
