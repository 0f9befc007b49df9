import type {JsonObject} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {ToolAnswer} from '../tool.ts'
import {parsed} from './parsed.ts'

/** The fields of an answer: of its structured output, or of the JSON that some tools answer with as text. */
export function resultFields({structured, text}: ToolAnswer): JsonObject {
  if (Object.keys(structured).length > 0) return structured
  const value = text.trimStart().startsWith('{') ? parsed(text) : undefined
  return isJsonObject(value) ? value : {}
}
