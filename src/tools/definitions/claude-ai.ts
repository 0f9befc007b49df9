import {flag, number, object, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {formatNoun, type Node, note, plain, prose} from '../../page/index.ts'
import {describeFields} from '../generic-tool.ts'
import {countObjects} from '../shared/json-text.ts'
import {
  formatBytesValue,
  formatDurationValue,
  formatList,
  formatMomentValue,
  knownFields,
  textsElsewhere,
} from '../shared/known-fields.ts'
import {linkToPage, openGroup, optional, plainOutput} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A published page: created, listed, read, watched, or given files. */
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
  answered: describeArtifact,
  outcome({structured}) {
    if (structured['artifacts'] !== undefined) return countObjects(structured, 'artifacts', 'artifact')
    if (text(structured, 'path') === undefined || text(structured, 'url') === undefined) return undefined
    if (flag(structured, 'unchanged') === true) return 'unchanged'
    return flag(structured, 'updated') === true ? 'updated' : 'published'
  },
}

/** Each other action returns an object under one of these names. */
const parts = 'watch unwatch asset_upload asset_uploads asset_list asset_read asset_delete pin'.split(' ')

function describeArtifact(output: ToolOutput): readonly Node[] {
  const {structured} = output
  const read = object(structured, 'read')
  if (read) return [...describeReading(read), ...optional(text(read, 'result'), prose)]
  if (structured['artifacts'] !== undefined) return describeList(output)
  if (text(structured, 'url') !== undefined) return describePublished(structured)
  const part = parts.map((name) => object(structured, name)).find((value) => value !== undefined)
  return part ? describeFields(part) : plainOutput(output)
}

function describePublished(page: JsonObject): readonly Node[] {
  const {warnings: _, url: __, title: ___, ...others} = page
  return [
    ...linkToPage(page),
    ...describePublication(others),
    ...texts(page, 'warnings').map((warning) => note('warning', warning)),
  ]
}

const describePublication = knownFields(
  ['path', 'file', 'File'],
  ['version', 'setting', 'Version'],
  ['audience', 'setting', 'Audience'],
  ['publishesRemaining', 'number', 'Publishes left'],
  ['publishesResetAt', 'time', 'Resets', formatMomentValue],
)

const describeReading = knownFields(
  ['url', 'url', 'URL'],
  ['title', 'description', 'Title'],
  ['code', 'number', 'Status'],
  ...textsElsewhere('codeText'),
  ['bytes', 'number', 'Size', formatBytesValue],
  ['durationMs', 'time', 'Duration', formatDurationValue],
  ...textsElsewhere('result'),
)

function describeList(output: ToolOutput): readonly Node[] {
  const pages = objects(output.structured, 'artifacts').flatMap(linkToPage)
  const more = flag(output.structured, 'truncated') === true
  return [
    ...(pages.length === 0 ? plainOutput(output) : pages),
    ...(more ? [note('info', 'More are available')] : []),
  ]
}

/** The files of a project on claude.ai: read, searched, written. */
const projects: Tool = {
  names: ['Projects'],
  subject: (input) => text(input, 'path') ?? text(input, 'query') ?? text(input, 'method'),
  asked: (input) => [...describeProjectInput(input), ...optional(text(input, 'content'), plain)],
  answered(output) {
    const nodes = describeMethod(output.structured)
    return [
      ...optional(text(output.structured, 'notice'), (notice) => note('info', notice)),
      ...(nodes.length === 0 ? plainOutput(output) : nodes),
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

const describeProjectInput = knownFields(
  ['method', 'setting', 'Action'],
  ['path', 'file', 'File'],
  ['query', 'query', 'Query'],
  ['n', 'number', 'At most'],
  ['local_path', 'file', 'From'],
  ['present_to_user', 'setting', 'Shown to the user'],
  ...textsElsewhere('content'),
)

function describeMethod(structured: JsonObject): readonly Node[] {
  const {method, notice: _, ...rest} = structured
  const content = text(rest, 'content')
  if (content !== undefined) return [plain(content)]
  if (method === 'project_search') return describeHits(rest)
  return method === undefined ? [] : describeFields(rest)
}

function describeHits(found: JsonObject): readonly Node[] {
  const hits = objects(found, 'hits').map((hit) => {
    const page = number(hit, 'page')
    const name = text(hit, 'name') ?? text(hit, 'doc_uuid') ?? 'hit'
    return openGroup(page === undefined ? name : `${name}, page ${page}`, plain(text(hit, 'text') ?? ''))
  })
  return [...hits, ...optional(texts(found, 'docs').join('\n'), plain)]
}

/** One of the many operations on designs, which have different arguments. */
const claudeDesign: Tool = {
  names: ['ClaudeDesign'],
  subject: (input) => text(input, 'operation'),
  asked(input) {
    const {arguments: _, ...rest} = input
    const given = object(input, 'arguments')
    return given === undefined ? describeFields(input) : [...describeFields(rest), ...describeFields(given)]
  },
}

/** Tools for artifacts, projects and designs on claude.ai. */
export const cloudTools: readonly Tool[] = [artifact, projects, claudeDesign]
