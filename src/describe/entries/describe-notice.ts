import {flag, object} from '../../model/fields.ts'
import type {MessageOf} from '../../model/index.ts'
import {ansi, formatLimit, formatMoment, note, stripControls} from '../../page/index.ts'
import type {EntryContent} from './make-entry.ts'

/** The titles of notices whose text does not say what they are about. */
const titles: ReadonlyMap<string, string> = new Map([
  ['compact_failed', 'Compaction failed'],
  ['mirror_error', 'Session not copied'],
  ['session_writes_lost', 'Session not saved'],
  ['model_fallback', 'Model changed'],
  ['model_refusal_fallback', 'Refused, model changed'],
  ['model_refusal_no_fallback', 'Refused'],
  ['plugin_install', 'Plugin'],
  ['memory_recall', 'Memory recalled'],
  ['post_turn_summary', 'Turn summary'],
  ['agents_killed', 'Agents stopped'],
  ['scheduled_task_fire', 'Scheduled task'],
  ['tool_use_summary', 'Tool summary'],
])

/** Notices that are sentences, with a title in case the sentence is too long for a heading. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['api_retry', 'API error'],
  ['api_error', 'API error'],
  ['unknown_command', 'Unknown command'],
  ['informational', 'Notice'],
  ['notification', 'Notice'],
  ['system', 'Notice'],
])

const maxHeading = 90

/** Describes a notice of the client. */
export function describeNotice({level, name, text}: MessageOf<'notice'>): EntryContent {
  const remark = {
    kind: 'notice',
    depth: level === 'info' ? 'hook' : 'assistant',
    isError: level === 'error',
  } as const
  const sentence = sentences.get(name)
  // Older clients wrote notices with terminal colours.
  const words = stripControls(text)
  if (sentence !== undefined && words !== '' && words.length <= maxHeading && !words.includes('\n'))
    return {...remark, title: words}
  const title = sentence ?? titles.get(name) ?? inWords(name)
  if (text === '') return {...remark, title}
  const node = words === text || level !== 'info' ? note(level, words) : ansi(text)
  return {...remark, title, subject: words, asked: [node]}
}

/** A record's name as words. */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Describes how much of a usage limit is left; as long as there is enough, at depth `all` only. */
export function describeRateLimit(message: MessageOf<'rate-limit'>): EntryContent {
  const {status, record} = message
  const base = {kind: 'notice', title: 'Rate limit'} as const
  if (status !== 'rejected' && status !== 'allowed_warning')
    return {...base, depth: 'all', subject: status, asked: [{kind: 'raw', value: record}]}
  const subject = sentenceOf(message)
  const failed = status === 'rejected'
  // The client then writes a response, unless extra usage takes over.
  const isAnswered = failed && flag(object(record, 'rate_limit_info') ?? {}, 'isUsingOverage') === false
  const depth = isAnswered ? 'hook' : 'assistant'
  return {...base, depth, subject, isError: failed, asked: [note(failed ? 'error' : 'warning', subject)]}
}

function sentenceOf({status, window, utilization, resetsAt}: MessageOf<'rate-limit'>): string {
  const limit = formatLimit(window)
  const moment = resetsAt === undefined ? undefined : formatMoment(resetsAt)
  const used =
    status === 'rejected'
      ? `the ${limit} is used up`
      : utilization === undefined
        ? `the ${limit} is nearly used up`
        : `${Math.round(utilization * 100)}% of the ${limit} used`
  // For a limit of hours, the day is not needed.
  const resets = window === 'five_hour' ? moment?.slice('2026-01-01 '.length) : moment
  return resets === undefined ? used : `${used}, resets ${resets}`
}
