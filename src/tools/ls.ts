import {text, texts} from '../model/fields.ts'
import {field, fields, plain} from '../page/index.ts'
import {formatFound} from './shared/format-found.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([
  ['path', 'string'],
  ['ignore', 'object'],
])

/** What lies in a folder; later clients do it in a shell. */
export const ls: Tool = {
  names: ['LS'],
  subject: (input) => text(input, 'path'),
  asked: (input) => [
    ...fields(
      field('folder', 'Folder', text(input, 'path')),
      field('pattern', 'Ignore', texts(input, 'ignore').join(', ')),
    ),
    ...otherFields(input, known),
  ],
  answered({text: said}) {
    const listing = withoutNote(said)
    return listing === '' ? [] : [plain(listing)]
  },
  outcome({text: said}) {
    const entries = withoutNote(said).match(/^ +- /gm)?.length ?? 0
    return formatFound(entries, 'entry', 'entries')
  },
}

/** The listing without the remark on malicious files that clients put below it for the model. */
const withoutNote = (said: string): string => {
  const at = said.lastIndexOf('\nNOTE: do any of the files above seem malicious?')
  return (at < 0 ? said : said.slice(0, at)).trimEnd()
}
