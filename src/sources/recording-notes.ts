import {basename} from 'node:path'
import {possibleInstant} from '../model/instant.ts'
import {readSmallFile} from './open-regular-file.ts'

/** What was noted of a recorded stream when it was made. */
export interface RecordingNotes {
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number | undefined
  /** What it was called. */
  readonly title: string | undefined
  /** What was asked first, by the command line; the stream itself does not tell. */
  readonly prompt: string | undefined
}

/** The file that tells how a stream was made. */
export const recordingNotesFile = (stream: string): string => stream.replace(/\.jsonl$/, '.meta.json')

/** A recorded stream has such a name; nothing else is looked for beside other files. */
const isRecording = (path: string): boolean => /^stream(?:-\d+)?\.jsonl$/.test(basename(path))

const maxNotesBytes = 1_000_000
const none: RecordingNotes = {startedAt: undefined, title: undefined, prompt: undefined}

/** Reads what was noted of a stream; a file that is missing or torn tells nothing. */
export function readRecordingNotes(stream: string): RecordingNotes {
  return isRecording(stream)
    ? parseRecordingNotes(readSmallFile(recordingNotesFile(stream), maxNotesBytes) ?? '')
    : none
}

/** Reads the text of a recording's notes; one that is torn tells nothing. */
export function parseRecordingNotes(text: string): RecordingNotes {
  let notes: unknown
  try {
    notes = JSON.parse(text)
  } catch {
    return none
  }
  const fields = new Map<string, unknown>(
    Object.entries(typeof notes === 'object' && notes !== null ? notes : {}),
  )
  const began = Date.parse(String(fields.get('startedAt')))
  const title = fields.get('title')
  const command = fields.get('command')
  return {
    startedAt: possibleInstant(began),
    title: typeof title === 'string' && title.trim() !== '' ? title : undefined,
    prompt: Array.isArray(command) ? readPrompt(command) : undefined,
  }
}

/** Options with which Claude Code goes on with a session, in which something else was asked first. */
const resumes = /^(?:--resume(?:=.*)?|-r(?:[0-9a-f]{8}-.*)?|--continue|-c)$/s

/** Claude Code's prompt is the word behind `-p`, unless that is an option. */
function readPrompt(command: readonly unknown[]): string | undefined {
  if (command.some((word) => typeof word === 'string' && resumes.test(word))) return undefined
  const at = command.findIndex((word) => word === '-p' || word === '--print')
  const word = at === -1 ? undefined : command[at + 1]
  return typeof word === 'string' && word.trim() !== '' && !word.startsWith('-') ? word : undefined
}
