import {flag, number, object, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {formatNoun, note, plain, prose} from '../../page/index.ts'
import {describeFields} from '../generic-tool.ts'
import {
  formatBytesValue,
  formatDurationValue,
  formatList,
  formatMomentValue,
  knownFields,
  shownElsewhere,
} from '../shared/known-fields.ts'
import {linkToPage, plainOutput} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A page that is published for others: made, listed, read, watched, or given files. */
const artifact: Tool = {
  names: ['Artifact'],
  subject: (input) =>
    text(input, 'title') ?? text(input, 'file_path') ?? text(input, 'url') ?? text(input, 'action'),
  asked: knownFields(
    ['action', 'setting', 'Action'],
    ['title', 'description', 'Title'],
    ['file_path', 'file', 'File'],
    ['file_paths', 'file', 'Files', formatList],
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

function describeAnswer(answer: ToolOutput): readonly Node[] {
  const {structured} = answer
  const read = object(structured, 'read')
  if (read) return describeRead(read)
  if (structured['artifacts'] !== undefined) return describeList(answer)
  if (text(structured, 'url') !== undefined) return describePublished(structured)
  const part = parts.map((name) => object(structured, name)).find((value) => value !== undefined)
  return part ? describeFields(part) : plainOutput(answer)
}

function describePublished(page: JsonObject): readonly Node[] {
  const {warnings, ...rest} = page
  const others = Object.fromEntries(
    Object.entries(rest).filter(([name]) => name !== 'url' && name !== 'title'),
  )
  return [
    ...linkToPage(page),
    ...tellPublished(others),
    ...texts({warnings}, 'warnings').map((warning) => note('warning', warning)),
  ]
}

const tellPublished = knownFields(
  ['path', 'file', 'File'],
  ['version', 'setting', 'Version'],
  ['audience', 'setting', 'Audience'],
  ['publishesRemaining', 'number', 'Publishes left'],
  ['publishesResetAt', 'time', 'Resets', formatMomentValue],
)

function describeRead(read: JsonObject): readonly Node[] {
  const result = text(read, 'result')
  return [...tellRead(read), ...(result === undefined ? [] : [prose(result)])]
}

const tellRead = knownFields(
  ['url', 'url', 'URL'],
  ['title', 'description', 'Title'],
  ['code', 'number', 'Status'],
  ['codeText', 'setting', 'Status', shownElsewhere],
  ['bytes', 'number', 'Size', formatBytesValue],
  ['durationMs', 'time', 'Duration', formatDurationValue],
  ['result', 'setting', 'Result', shownElsewhere],
)

function describeList(answer: ToolOutput): readonly Node[] {
  const pages = objects(answer.structured, 'artifacts').flatMap(linkToPage)
  const more = flag(answer.structured, 'truncated') === true
  return [
    ...(pages.length === 0 ? plainOutput(answer) : pages),
    ...(more ? [note('info', 'More are available')] : []),
  ]
}

/** The knowledge of a project on the web: looked at, searched, written. */
const projects: Tool = {
  names: ['Projects'],
  subject: (input) => text(input, 'path') ?? text(input, 'query') ?? text(input, 'method'),
  asked(input) {
    const content = text(input, 'content')
    return [...tellInput(input), ...(content === undefined ? [] : [plain(content)])]
  },
  answered(answer) {
    const {structured} = answer
    const notice = text(structured, 'notice')
    const nodes = describeMethod(structured)
    return [
      ...(notice === undefined ? [] : [note('info', notice)]),
      ...(nodes.length === 0 ? plainOutput(answer) : nodes),
    ]
  },
  outcome({structured}) {
    const hits = objects(structured, 'hits').length || texts(structured, 'docs').length
    switch (text(structured, 'method')) {
      case 'project_search':
        return formatNoun(hits, 'hit')
      case 'project_write':
        return flag(structured, 'replaced') === true ? 'replaced' : 'written'
      case 'project_delete':
        return flag(structured, 'deleted') === true ? 'deleted' : 'not deleted'
      default:
        return undefined
    }
  },
}

const tellInput = knownFields(
  ['method', 'setting', 'Action'],
  ['path', 'file', 'File'],
  ['query', 'query', 'Query'],
  ['n', 'number', 'At most'],
  ['local_path', 'file', 'From'],
  ['present_to_user', 'setting', 'Shown to the user'],
  ['content', 'setting', 'Content', shownElsewhere],
)

function describeMethod(structured: JsonObject): readonly Node[] {
  const {method, notice: _, ...rest} = structured
  const content = text(rest, 'content')
  if (content !== undefined) return [plain(content)]
  if (method === 'project_search') return describeHits(rest)
  return method === undefined ? [] : describeFields(rest)
}

function describeHits(found: JsonObject): readonly Node[] {
  const docs = texts(found, 'docs')
  const hits = objects(found, 'hits').map((hit): Node => {
    const page = number(hit, 'page')
    const title = `${text(hit, 'name') ?? text(hit, 'doc_uuid') ?? 'hit'}${page === undefined ? '' : `, page ${page}`}`
    return {kind: 'group', title, nodes: [plain(text(hit, 'text') ?? '')], folded: false}
  })
  return [...hits, ...(docs.length === 0 ? [] : [plain(docs.join('\n'))])]
}

/** One of the many operations on designs, each with arguments of its own. */
const claudeDesign: Tool = {
  names: ['ClaudeDesign'],
  subject: (input) => text(input, 'operation'),
  asked(input) {
    const {arguments: _, ...rest} = input
    const given = object(input, 'arguments')
    return given === undefined ? describeFields(input) : [...describeFields(rest), ...describeFields(given)]
  },
}

/** Tools for what is kept on claude.ai: artifacts, projects, designs. */
export const cloudTools: readonly Tool[] = [artifact, projects, claudeDesign]
