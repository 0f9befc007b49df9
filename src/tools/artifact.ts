import {flag, object, objects, text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {formatNoun, note, prose} from '../page/index.ts'
import {describeFields} from './generic.ts'
import {foundPage} from './shared/found-page.ts'
import {said} from './shared/said.ts'
import {sayBytes, sayDuration, sayElsewhere, sayList, sayMoment, tellFields} from './shared/tell-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** A page that is published for others: made, listed, read, watched, or given files. */
export const artifact: Tool = {
  names: ['Artifact'],
  subject: (input) =>
    text(input, 'title') ?? text(input, 'file_path') ?? text(input, 'url') ?? text(input, 'action'),
  asked: tellFields(
    ['action', 'setting', 'Action'],
    ['title', 'description', 'Title'],
    ['file_path', 'file', 'File'],
    ['file_paths', 'file', 'Files', sayList],
    ['url', 'url', 'URL'],
    ['description', 'description', 'Description'],
    ['prompt', 'prompt', 'Prompt'],
    ['label', 'description', 'Label'],
    ['scope', 'setting', 'Scope'],
    ['out_dir', 'folder', 'Folder'],
  ),
  answered: describeAnswer,
  outcome({structured}) {
    if (structured['artifacts'] !== undefined)
      return formatNoun(objects(structured, 'artifacts').length, 'artifact')
    if (text(structured, 'path') === undefined || text(structured, 'url') === undefined) return undefined
    if (flag(structured, 'unchanged') === true) return 'unchanged'
    return flag(structured, 'updated') === true ? 'updated' : 'published'
  },
}

/** Each action answers with an object of its own under a name of its own. */
const parts = [
  'watch',
  'unwatch',
  'asset_upload',
  'asset_uploads',
  'asset_list',
  'asset_read',
  'asset_delete',
  'pin',
]

function describeAnswer(answer: ToolAnswer): readonly Node[] {
  const {structured} = answer
  const read = object(structured, 'read')
  if (read) return describeRead(read)
  if (structured['artifacts'] !== undefined) return describeList(answer)
  if (text(structured, 'url') !== undefined) return describePublished(structured)
  const part = parts.map((name) => object(structured, name)).find((value) => value !== undefined)
  return part ? describeFields(part) : said(answer)
}

function describePublished(page: JsonObject): readonly Node[] {
  const {warnings, ...rest} = page
  const others = Object.fromEntries(
    Object.entries(rest).filter(([name]) => name !== 'url' && name !== 'title'),
  )
  return [
    ...foundPage(page),
    ...tellPublished(others),
    ...texts({warnings}, 'warnings').map((warning) => note('warning', warning)),
  ]
}

const tellPublished = tellFields(
  ['path', 'file', 'File'],
  ['version', 'setting', 'Version'],
  ['audience', 'setting', 'Audience'],
  ['publishesRemaining', 'number', 'Publishes left'],
  ['publishesResetAt', 'time', 'More from', sayMoment],
)

function describeRead(read: JsonObject): readonly Node[] {
  const result = text(read, 'result')
  return [...tellRead(read), ...(result === undefined ? [] : [prose(result)])]
}

const tellRead = tellFields(
  ['url', 'url', 'URL'],
  ['title', 'description', 'Title'],
  ['code', 'number', 'Status'],
  ['codeText', 'setting', 'Status', sayElsewhere],
  ['bytes', 'number', 'Size', sayBytes],
  ['durationMs', 'time', 'Duration', sayDuration],
  ['result', 'setting', 'Result', sayElsewhere],
)

function describeList(answer: ToolAnswer): readonly Node[] {
  const pages = objects(answer.structured, 'artifacts').flatMap(foundPage)
  const more = flag(answer.structured, 'truncated') === true
  return [...(pages.length === 0 ? said(answer) : pages), ...(more ? [note('info', 'There are more')] : [])]
}
