import {readSync} from 'node:fs'
import {basename, dirname} from 'node:path'
import {readFirstFields} from '../lines/index.ts'
import {withRegularFile} from './open-regular-file.ts'

/** The first record of a file has its type within these bytes. */
const headSize = 64 * 1024

/** The types of first records of streams, transcripts and stores. */
const types: ReadonlySet<string> = new Set([
  ...['system', 'user', 'assistant', 'result', 'stream_event', 'summary', 'progress', 'attachment'],
  ...['queue-operation', 'file-history-snapshot', 'control_request', 'control_response', 'rate_limit_event'],
])

/** Fields that only records of a conversation have. */
const marks: readonly string[] = ['session_id', 'sessionId', 'uuid', 'parentUuid', 'leafUuid', 'snapshot']

/**
 * Whether a `.json` file has records of Claude Code, by the fields of its first object: claude-code-action writes all
 * messages into one array, and `--output-format json` prints one result. Settings, packages and notes have other
 * fields.
 */
export function hasRecords(path: string): boolean {
  // The output of tools is stored there, whatever it looks like.
  if (path.endsWith('.meta.json') || basename(dirname(path)) === 'tool-results') return false
  const fields = readFirstFields(headOf(path))
  const type = fields.get('type')
  if (fields.get('claudeMessage') === '{') return true
  if (type === undefined) {
    // 2.1.325 writes the type of a result after its text.
    return fields.has('session_id') && fields.has('duration_api_ms')
  }
  return types.has(type) && (marks.some((name) => fields.has(name)) || fields.get('message') === '{')
}

function headOf(path: string): string {
  try {
    const buffer = Buffer.alloc(headSize)
    return withRegularFile(path, ({handle}) =>
      buffer.toString('utf8', 0, readSync(handle, buffer, 0, headSize, 0)),
    )
  } catch {
    return ''
  }
}
