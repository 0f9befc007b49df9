import {emptyObject, object, text} from '../../model/fields.ts'
import {code, field, fields, note, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {describeFields} from '../generic-tool.ts'
import {resultFields} from '../shared/json-text.ts'
import {knownFields, partsElsewhere, textsElsewhere} from '../shared/known-fields.ts'
import {backgroundNote, collapsedGroup, optional} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** A script that starts several agents. */
export const workflowTool: Tool = {
  names: ['Workflow'],
  prominent: 'answered',
  subject: (input) =>
    text(input, 'name') ??
    text(input, 'title') ??
    text(input, 'description') ??
    text(input, 'scriptPath') ??
    findName(text(input, 'script') ?? ''),
  asked: (input) => [
    ...describeInput(input),
    ...collapsedGroup('Arguments', ...describeFields(object(input, 'args') ?? emptyObject)),
    ...collapsedGroup('Script', ...optional(text(input, 'script'), (script) => code(script, 'javascript'))),
  ],
  answered(output, input) {
    const result = resultFields(output)
    const status = text(result, 'status')
    if (status === undefined) return describeBlocks(output.content)
    const path = text(result, 'scriptPath')
    return [
      ...optional(text(result, 'summary'), prose),
      ...optional(text(result, 'warning'), (warning) => note('warning', warning)),
      ...optional(text(result, 'error'), (error) => plain(error, 'error')),
      ...(isLaunched(status)
        ? [backgroundNote(text(result, 'taskId') ?? text(result, 'runId'), formatPlace(status))]
        : []),
      ...fields(
        field('task', 'Run', text(result, 'runId')),
        field('file', 'File', path === text(input, 'scriptPath') ? undefined : path),
        field('folder', 'Transcripts', text(result, 'transcriptDir')),
        field('url', 'Session', text(result, 'sessionUrl')),
      ),
    ]
  },
  outcome(output) {
    const status = text(resultFields(output), 'status')
    return status !== undefined && isLaunched(status) ? formatPlace(status) : status?.replaceAll('_', ' ')
  },
}

const describeInput = knownFields(
  ['name', 'task', 'Workflow'],
  ['title', 'description', 'Title'],
  ['description', 'description', 'Description'],
  ['scriptPath', 'file', 'File'],
  ['resumeFromRunId', 'task', 'Resumes from'],
  ...partsElsewhere('args'),
  ...textsElsewhere('script'),
)

const isLaunched = (status: string): boolean => status.endsWith('_launched')

const formatPlace = (status: string): string =>
  status === 'remote_launched' ? 'remotely' : 'in the background'

/** A script names itself at its head. */
const findName = (script: string): string | undefined =>
  /\bname: (?:'([^'\n]{1,100})'|"([^"\n]{1,100})")/.exec(script.slice(0, 2000))?.slice(1).find(Boolean)
