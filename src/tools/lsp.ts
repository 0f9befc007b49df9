import {number, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {field, fields, formatNoun, plain} from '../page/index.ts'
import {formatFound} from './shared/format-found.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {pathOf} from './shared/path-of.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([
  ['operation', 'string'],
  ['filePath', 'string'],
  ['line', 'number'],
  ['character', 'number'],
  ['query', 'string'],
])

/** A question to a language server. No client version declares what it gives, so the text is shown where that differs. */
export const lsp: Tool = {
  names: ['LSP'],
  subject: (input) =>
    [text(input, 'operation'), text(input, 'query'), placeOf(input)].filter(Boolean).join(' ') || undefined,
  asked: (input) => [
    ...fields(
      field('setting', 'Operation', text(input, 'operation')),
      field('query', 'Query', text(input, 'query')),
      field('file', 'File', placeOf(input)),
    ),
    ...otherFields(input, known),
  ],
  answered({text: said, structured}) {
    const result = text(structured, 'result') ?? said
    return result === '' ? [] : [plain(result)]
  },
  outcome({structured}) {
    const results = number(structured, 'resultCount')
    const files = number(structured, 'fileCount')
    if (results === undefined) return undefined
    const found = formatFound(results, 'result', 'results')
    return files === undefined || files < 2 ? found : `${found} in ${formatNoun(files, 'file', 'files')}`
  },
}

/** Where in which file: `src/a.ts:10:5`. */
function placeOf(input: JsonObject): string | undefined {
  const path = pathOf(input)
  const place = [path, number(input, 'line'), number(input, 'character')].filter((part) => part !== undefined)
  return path && place.join(':')
}
