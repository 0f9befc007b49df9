import {isList, list, number, object, parseJson, text} from '../../model/fields.ts'
import type {IdeNote, JsonObject, JsonValue} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {note} from '../../page/index.ts'

/** What the editor noted: a line for each diagnostic; what was opened or selected it says in a sentence of its own. */
export function describeIdeNote({kind, text: said}: IdeNote): readonly Node[] {
  if (kind !== 'diagnostics') return [note('info', withoutAdvice(said))]
  const lines = diagnosticsIn(said)
  return (lines.length === 0 ? [said] : lines).map((line) => note('info', `Diagnostics: ${line}`))
}

/** What the editor adds for the model. */
const advice = 'This may or may not be related to the current task.'

/** What the editor noted, without what it adds for the model. */
export const withoutAdvice = (said: string): string =>
  said.endsWith(advice) ? said.slice(0, -advice.length).trimEnd() : said

/** Nothing where a part of it cannot be put into words, so that none is left out. */
function diagnosticsIn(said: string): readonly string[] {
  const files = parseJson(said)
  if (!isList(files)) return []
  const lines = files.flatMap((file: JsonValue) => (isJsonObject(file) ? linesOf(file) : [undefined]))
  const known = lines.filter((line) => line !== undefined)
  return known.length === lines.length ? known : []
}

function linesOf(file: JsonObject): readonly (string | undefined)[] {
  const path = text(file, 'uri')?.replace(/^file:\/\//, '')
  const found = list(file, 'diagnostics')
  return found.length === 0
    ? [undefined]
    : found.map((diagnostic) => (isJsonObject(diagnostic) ? lineOf(path, diagnostic) : undefined))
}

/** `/src/a.ts:5:3 Error: Cannot find name`; editors count lines and columns from 0. */
function lineOf(path: string | undefined, diagnostic: JsonObject): string | undefined {
  const message = text(diagnostic, 'message')
  if (message === undefined) return undefined
  const start = object(object(diagnostic, 'range') ?? {}, 'start') ?? {}
  const [line, column] = [number(start, 'line'), number(start, 'character')]
  const place = [path, line === undefined ? line : line + 1, column === undefined ? column : column + 1]
  const where = place.filter((part) => part !== undefined).join(':')
  const severity = text(diagnostic, 'severity')
  return `${where} ${severity === undefined ? '' : `${severity}: `}${message}`.trim()
}
