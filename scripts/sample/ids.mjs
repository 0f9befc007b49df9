import {createHash} from 'node:crypto'

/** @typedef {(string | number)[]} IdName What an id belongs to. */

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Hashes a name such as `['block', 'plan', 0]`; every id of the sample comes from such a name.
 * @param {string} algorithm
 * @param {IdName} name
 */
function digest(algorithm, name) {
  return createHash(algorithm)
    .update(['discount', ...name].join('/'))
    .digest()
}

/** Makes the UUID (version 4 shape) that belongs to a name. @param {IdName} name */
export function uuid(...name) {
  const bytes = digest('sha256', ['uuid', ...name]).subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Makes an API id such as `msg_01…`, `toolu_01…` or `req_01…` that belongs to a name.
 * @param {string} prefix
 * @param {IdName} name
 */
export function apiId(prefix, ...name) {
  const bytes = digest('sha256', [prefix, ...name]).subarray(0, 22)
  return `${prefix}_01${Array.from(bytes, (byte) => BASE58[byte % 58]).join('')}`
}

/** Makes `length` hex digits that belong to a name. @param {number} length @param {IdName} name */
export function hex(length, ...name) {
  return digest('sha256', ['hex', ...name])
    .toString('hex')
    .slice(0, length)
}

/** Makes a string that looks like the signature of a thinking block. @param {IdName} name */
export function signature(...name) {
  return digest('sha512', ['signature', ...name]).toString('base64')
}
