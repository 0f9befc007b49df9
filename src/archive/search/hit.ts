import type {Instant} from '../../model/index.ts'
import type {EntryKind} from '../facts/facts.ts'
import type {Snippet} from './snippet.ts'

/** Something that was found. */
export interface Hit {
  readonly session: string
  readonly title: string | undefined
  readonly project: string | undefined
  readonly kind: EntryKind
  /** The tool that was called, or whose result it is. */
  readonly tool: string | undefined
  readonly failed: boolean
  readonly agent: string | undefined
  readonly time: Instant | undefined
  /** The record's own id. */
  readonly message: string | undefined
  /** Which of the record's texts it is, from 0. */
  readonly part: number
  /** `session#message`, or `session#file:line` where the record has no id. */
  readonly link: string
  readonly snippet: Snippet
  /** How well it fits, more is better; 0 where no word was looked for. */
  readonly score: number
}

/** What a search found, the best first. */
export interface Found {
  readonly hits: readonly Hit[]
  /** There may be more: the limit was reached, or the time was up. */
  readonly more: boolean
  /** Why not everything was looked at, in a sentence. */
  readonly stopped: string | undefined
}
