import {object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {code, field, fields, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {describeFields} from '../generic-tool.ts'
import {resultFields} from '../shared/json-text.ts'
import {otherFields} from '../shared/known-fields.ts'
import {backgroundNote, collapsedGroup} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** A script that sets several agents to work. */
export const workflowTool: Tool = {
  names: ['Workflow'],
  prominent: 'answered',
  subject: (input) =>
    text(input, 'name') ??
    text(input, 'title') ??
    text(input, 'description') ??
    text(input, 'scriptPath') ??
    nameIn(text(input, 'script') ?? ''),
  asked: (input) => [
    ...fields(
      field('task', 'Workflow', text(input, 'name')),
      field('description', 'Title', text(input, 'title')),
      field('description', 'Description', text(input, 'description')),
      field('file', 'File', text(input, 'scriptPath')),
      field('task', 'Goes on from', text(input, 'resumeFromRunId')),
    ),
    ...collapsedGroup('Arguments', ...describeFields(object(input, 'args') ?? {})),
    ...collapsedGroup('Script', ...describeScript(text(input, 'script'))),
    ...otherFields(input, {
      string: ['name', 'title', 'description', 'scriptPath', 'resumeFromRunId', 'script'],
      object: ['args'],
    }),
  ],
  answered(answer, input) {
    const result = resultFields(answer)
    const status = text(result, 'status')
    if (status === undefined) return describeBlocks(answer.content)
    const path = text(result, 'scriptPath')
    return [
      ...describeRemarks(result),
      ...(isLaunched(status)
        ? [backgroundNote(text(result, 'taskId') ?? text(result, 'runId'), placeOf(status))]
        : []),
      ...fields(
        field('task', 'Run', text(result, 'runId')),
        field('file', 'File', path === text(input, 'scriptPath') ? undefined : path),
        field('folder', 'Transcripts', text(result, 'transcriptDir')),
        field('url', 'Session', text(result, 'sessionUrl')),
      ),
    ]
  },
  outcome(answer) {
    const status = text(resultFields(answer), 'status')
    return status !== undefined && isLaunched(status) ? placeOf(status) : status?.replaceAll('_', ' ')
  },
}

const isLaunched = (status: string): boolean => status.endsWith('_launched')

const placeOf = (status: string): string => (status === 'remote_launched' ? 'elsewhere' : 'in the background')

function describeRemarks(result: JsonObject): readonly Node[] {
  const summary = text(result, 'summary')
  const warning = text(result, 'warning')
  const error = text(result, 'error')
  return [
    ...(summary === undefined ? [] : [prose(summary)]),
    ...(warning === undefined ? [] : [note('warning', warning)]),
    ...(error === undefined ? [] : [plain(error, 'error')]),
  ]
}

const describeScript = (script: string | undefined): readonly Node[] =>
  script === undefined || script === '' ? [] : [code(script, 'javascript')]

/** A script names itself at its head. */
const nameIn = (script: string): string | undefined =>
  /\bname: (?:'([^'\n]{1,100})'|"([^"\n]{1,100})")/.exec(script.slice(0, 2000))?.slice(1).find(Boolean)
