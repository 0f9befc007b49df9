import {flag, number, objects, text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {formatNoun, note, plain} from '../page/index.ts'
import {describeFields} from './generic.ts'
import {said} from './shared/said.ts'
import {sayElsewhere, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** The knowledge of a project on the web: looked at, searched, written. */
export const projects: Tool = {
  names: ['Projects'],
  subject: (input) => text(input, 'path') ?? text(input, 'query') ?? text(input, 'method'),
  asked(input) {
    const content = text(input, 'content')
    return [...tellInput(input), ...(content === undefined ? [] : [plain(content)])]
  },
  answered(answer) {
    const {structured} = answer
    const notice = text(structured, 'notice')
    const told = describeMethod(structured)
    return [
      ...(notice === undefined ? [] : [note('info', notice)]),
      ...(told.length === 0 ? said(answer) : told),
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

const tellInput = tellFields(
  ['method', 'setting', 'Action'],
  ['path', 'file', 'File'],
  ['query', 'query', 'Query'],
  ['n', 'number', 'At most'],
  ['local_path', 'file', 'From'],
  ['present_to_user', 'setting', 'Shown to the user'],
  ['content', 'setting', 'Content', sayElsewhere],
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
