import {emptyObject, isList, objects, parseJson, parseObject} from '../../model/fields.ts'
import {isJsonObject, type JsonObject} from '../../model/index.ts'
import {formatNoun} from '../../page/index.ts'
import type {ToolOutput} from '../tool.ts'

/** The fields of a result: its structured output, or the JSON that some tools return as text. */
export function resultFields({structured, text}: ToolOutput): JsonObject {
  return Object.keys(structured).length > 0 ? structured : (parseObject(text) ?? emptyObject)
}

/** The objects of a result that is a list as JSON text; `undefined` for any other result. */
export function resultList({text}: ToolOutput): readonly JsonObject[] | undefined {
  const value = text.trimStart().startsWith('[') ? parseJson(text) : undefined
  return isList(value) ? value.filter(isJsonObject) : undefined
}

/** How many objects a list of the result has; `undefined` if it is missing. */
export const countObjects = (result: JsonObject, name: string, noun: string): string | undefined =>
  result[name] === undefined ? undefined : formatNoun(objects(result, name).length, noun)

/** Deeper levels are not indented further: the spaces would be more than the text. */
const maxIndent = 32

/**
 * A JSON text with two spaces a level; `undefined` if it is not an object or a list. The text itself is formatted, not its
 * value: numbers too long for a double and keys that occur twice stay as they were sent.
 */
export function indentJson(json: string): string | undefined {
  const text = json.trim()
  const value = text[0] === '{' || text[0] === '[' ? parseJson(text) : undefined
  return typeof value === 'object' && value !== null ? indent(text) : undefined
}

function indent(text: string): string {
  const parts: string[] = []
  let level = 0
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at)
    const token = text.slice(at, end)
    at = spacesEnd(text, end)
    if (token === '{' || token === '[') {
      const close = text[at]
      if (close === '}' || close === ']') {
        parts.push(token, close)
        at = spacesEnd(text, at + 1)
      } else {
        level += 1
        parts.push(token, lineAt(level))
      }
    } else if (token === '}' || token === ']') {
      level -= 1
      parts.push(lineAt(level), token)
    } else if (token === ',') parts.push(',', lineAt(level))
    else parts.push(token === ':' ? ': ' : token)
  }
  return parts.join('')
}

const lineAt = (level: number): string => `\n${'  '.repeat(Math.min(level, maxIndent))}`

function tokenEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start + 1)
  let at = start
  while (at < text.length && !isBoundary(text.charCodeAt(at))) at += 1
  return at === start ? start + 1 : at
}

function stringEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function spacesEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  return at
}

const boundaries: ReadonlySet<number> = new Set([...'{}[],:"'].map((character) => character.charCodeAt(0)))

const isBoundary = (code: number): boolean => code <= 0x20 || boundaries.has(code)
