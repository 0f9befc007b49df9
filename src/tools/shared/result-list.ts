import type {JsonObject} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {ToolAnswer} from '../tool.ts'
import {parsed} from './parsed.ts'

/** The objects of an answer that is a list, which clients also give as JSON text; nothing where it is none. */
export function resultList({text}: ToolAnswer): readonly JsonObject[] | undefined {
  const value = text.trimStart().startsWith('[') ? parsed(text) : undefined
  return Array.isArray(value) ? value.filter(isJsonObject) : undefined
}
