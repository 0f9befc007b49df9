import {lastStepAfter} from '../../conversation/fold/last-step.ts'
import {isSubstantial} from '../../conversation/fold/note-session.ts'
import type {LastStep, Message, MessageKind, MessageOf} from '../../model/index.ts'
import type {SeenMessage} from './gather-facts.ts'

/** What a part of a file says about one session. */
export interface GatheredMention {
  cwd: string | undefined
  branch: string | undefined
  version: string | undefined
  model: string | undefined
  started: number | undefined
  ended: number | undefined
  turns: number
  /** Turns that a stream began before it had a result of the one before: background work woke the model. */
  woken: number
  records: number
  bytes: number
  /** The turn that began last has a response, and no result yet. */
  isInTurn: boolean
  /** Something was said or done, and not only noted. */
  said: boolean
  /** The last step of the main thread. */
  lastStep: LastStep | undefined
  /** A program ran it. */
  headless: boolean | undefined
  /** Milliseconds in which it was active: pauses are left out. */
  active: number
  readonly titles: Map<TitleSource, string>
}

/** A longer time without a record is a pause. */
export const maxGapMs = 30 * 60_000

/** The origin of a title. */
export type TitleSource = MessageOf<'title'>['source'] | 'prompt'

/** Starts a mention. `isInTurn` says whether the part before ended within a turn of this session, `lastStep` how it ended. */
export const newMention = (
  titles: ReadonlyMap<TitleSource, string>,
  isInTurn: boolean,
  lastStep: LastStep | undefined,
): GatheredMention => ({
  cwd: undefined,
  branch: undefined,
  version: undefined,
  model: undefined,
  started: undefined,
  ended: undefined,
  turns: 0,
  woken: 0,
  records: 0,
  bytes: 0,
  isInTurn,
  said: false,
  lastStep,
  headless: undefined,
  active: 0,
  titles: new Map(titles),
})

/** Adds what a message says about its session. */
export function gatherMention(mention: GatheredMention, {message, time}: SeenMessage): void {
  mention.said ||= isSubstantial(message)
  mention.cwd ??= message.cwd
  mention.branch = message.gitBranch ?? mention.branch
  mention.version = message.version ?? mention.version
  if (message.kind === 'assistant' && !message.synthetic) mention.model = message.model ?? mention.model
  mention.lastStep = lastStepAfter(mention.lastStep, message)
  if (message.entrypoint !== undefined) mention.headless = message.entrypoint.startsWith('sdk')
  if (time === undefined) return
  const gap = time - (mention.ended ?? time)
  if (gap > 0 && gap <= maxGapMs) mention.active += gap
  mention.started = Math.min(mention.started ?? time, time)
  mention.ended = Math.max(mention.ended ?? time, time)
}

/** Counts turns. A stream repeats prompts, and in the middle of a turn queued prompts when the model uses them. */
export function countTurn(mention: GatheredMention, {message, agent, response}: SeenMessage): void {
  if (message.kind === 'init' && !message.made && agent === undefined && mention.isInTurn) {
    mention.woken += 1
    mention.isInTurn = false
  }
  const isReplay = message.kind === 'prompt' && message.replay
  if (opensTurn(message) && !(isReplay && mention.isInTurn)) {
    mention.turns += 1
    mention.isInTurn = false
  }
  if (response && agent === undefined) mention.isInTurn = true
  if (message.kind === 'result' && !message.made) mention.isInTurn = false
}

const turnOpeners: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'prompt',
  'slash-command',
  'bash-input',
  'task-notification',
  'teammate-message',
])

const opensTurn = (message: Message): boolean =>
  turnOpeners.has(message.kind) &&
  !message.sidechain &&
  message.parentCall === undefined &&
  !('queued' in message && message.queued)
