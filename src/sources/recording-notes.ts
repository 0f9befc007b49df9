import {basename} from 'node:path'
import {emptyObject, list, parseObject, text} from '../model/fields.ts'
import {possibleInstant} from '../model/instant.ts'
import {readSmallFile} from './open-regular-file.ts'

/** Notes on a recorded stream. */
export interface RecordingNotes {
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number | undefined
  /** Its title. */
  readonly title: string | undefined
  /** The first prompt, from the command line; the stream does not have it. */
  readonly prompt: string | undefined
}

/** The file with the notes on a stream. */
export const recordingNotesFile = (stream: string): string => stream.replace(/\.jsonl$/, '.meta.json')

/** The name of a recorded stream; other files have no notes. */
const isRecording = (path: string): boolean => /^stream(?:-\d+)?\.jsonl$/.test(basename(path))

const maxNotesBytes = 1_000_000
const none: RecordingNotes = {startedAt: undefined, title: undefined, prompt: undefined}

/** Reads the notes on a stream; they are empty if the file is missing or cut off. */
export function readRecordingNotes(stream: string): RecordingNotes {
  return isRecording(stream)
    ? parseRecordingNotes(readSmallFile(recordingNotesFile(stream), maxNotesBytes) ?? '')
    : none
}

/** Reads the text of a recording's notes; they are empty if it is cut off. */
export function parseRecordingNotes(json: string): RecordingNotes {
  const notes = parseObject(json) ?? emptyObject
  const title = text(notes, 'title')
  return {
    startedAt: possibleInstant(Date.parse(String(notes['startedAt']))),
    title: title?.trim() ? title : undefined,
    prompt: readPrompt(list(notes, 'command')),
  }
}

/** Options with which Claude Code continues a session, whose first prompt was another. */
const resumes = /^(?:--resume(?:=.*)?|-r(?:[0-9a-f]{8}-.*)?|--continue|-c)$/s

/** The prompt is the argument after `-p`, unless that is an option. */
function readPrompt(command: readonly unknown[]): string | undefined {
  if (command.some((word) => typeof word === 'string' && resumes.test(word))) return undefined
  const at = command.findIndex((word) => word === '-p' || word === '--print')
  const word = at === -1 ? undefined : command[at + 1]
  return typeof word === 'string' && word.trim() !== '' && !word.startsWith('-') ? word : undefined
}
