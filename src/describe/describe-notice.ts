import type {MessageOf} from '../model/index.ts'
import {ansi, note, withoutControls} from '../page/index.ts'
import type {Telling} from './scene.ts'

/** What notices are about, where their text does not say it. */
const titles: ReadonlyMap<string, string> = new Map([
  ['compact_failed', 'Compaction failed'],
  ['mirror_error', 'Session not copied'],
  ['session_writes_lost', 'Session not saved'],
  ['model_fallback', 'Other model'],
  ['model_refusal_fallback', 'Refused, other model'],
  ['model_refusal_no_fallback', 'Refused'],
  ['plugin_install', 'Plugin'],
  ['memory_recall', 'Memory recalled'],
  ['post_turn_summary', 'Turn in short'],
  ['agents_killed', 'Agents stopped'],
  ['scheduled_task_fire', 'Scheduled task'],
  ['tool_use_summary', 'Tools in short'],
])

/** Notices that are whole sentences, with what they are called where the sentence is too long for a heading. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['api_retry', 'API error'],
  ['api_error', 'API error'],
  ['unknown_command', 'Unknown command'],
  ['informational', 'Notice'],
  ['notification', 'Notice'],
  ['system', 'Notice'],
])

const longestHeading = 90

/** Tells what the client remarks on its own account. */
export function describeNotice({level, name, text}: MessageOf<'notice'>): Telling {
  const remark = {
    kind: 'notice',
    depth: level === 'info' ? 'hook' : 'assistant',
    failed: level === 'error',
  } as const
  const sentence = sentences.get(name)
  // Older clients wrote their remarks for a terminal, with its colours.
  const words = withoutControls(text)
  if (sentence !== undefined && words !== '' && words.length <= longestHeading && !words.includes('\n'))
    return {...remark, title: words}
  const title = sentence ?? titles.get(name) ?? inWords(name)
  if (text === '') return {...remark, title}
  const said = words === text || level !== 'info' ? note(level, words) : ansi(text)
  return {...remark, title, subject: words, asked: [said]}
}

/** A record's name as words. */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
