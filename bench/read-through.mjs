import {readLines} from '../build/dialects/index.js'
import {readChunks} from '../build/sources/index.js'

/** Reads a file as recount does, from bytes to messages, and throws the lines away. @param {string} path */
export function readThrough(path) {
  const reader = readLines(path)
  let records = 0
  for (const chunk of readChunks(path)) records += reader.push(chunk).length
  return records + reader.end().length
}
