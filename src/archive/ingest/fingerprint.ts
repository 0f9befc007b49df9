import {createHash} from 'node:crypto'

const headSize = 4096
const tailSize = 1024

/** What the first bytes of a file look like; a longer file with the same beginning can be compared with it. */
export const headOf = (bytes: Uint8Array): string => printOf(bytes.subarray(0, headSize))

/** What the last bytes look like. */
export const tailOf = (bytes: Uint8Array): string =>
  printOf(bytes.subarray(Math.max(0, bytes.length - tailSize)))

/** How many bytes a fingerprint was taken of. */
export const sizeOfPrint = (print: string): number => Number(print.slice(0, print.indexOf(':')))

/** The fingerprint of bytes, with their number. */
export const printOf = (bytes: Uint8Array): string =>
  `${bytes.length}:${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}`
