import {realpathSync, statSync} from 'node:fs'
import {setTimeout as wait} from 'node:timers/promises'
import type {SessionEvent} from '../conversation/document/session-event.ts'
import {toSessionEvent} from '../conversation/document/session-event.ts'
import type {Change} from '../conversation/index.ts'
import {Conversation} from '../conversation/index.ts'
import {findSessionFiles, followSessionFiles} from '../sources/index.ts'
import type {LoadOptions} from './load-session.ts'
import {findSessionPath, withLibraryHost} from './load-session.ts'
import type {LoadedSession} from './loaded-session.ts'
import {viewConversation} from './loaded-session.ts'

/** How a session is followed. */
export interface FollowSessionOptions extends LoadOptions {
  /** Ends following. */
  readonly signal?: AbortSignal
  /** How often the files are looked at, in milliseconds. Default: 500. */
  readonly pollMs?: number
  /** Following ends when nothing was written for so many milliseconds. Without it, it ends only by `signal` or `break`. */
  readonly idleMs?: number
}

/** What is new in a session that is followed. */
export interface SessionUpdate {
  /** What happened since the update before. The first update has none: everything in it was there before. */
  readonly events: readonly SessionEvent[]
  /** The whole session as it is now. */
  snapshot(): LoadedSession
  /** What the renderers take. */
  readonly conversation: Conversation
}

/**
 * Follows a session as Claude Code writes it. The first update comes at once, with what is already there; each further one
 * when something has happened. Only what is new is read.
 *
 * @example
 * import {followSession} from 'recount'
 *
 * for await (const {events} of followSession('latest'))
 *   for (const event of events)
 *     if (event.type === 'tool-call' && event.toolCall.state === 'failed') console.log('failed:', event.toolCall.name)
 */
export async function* followSession(
  pathOrId: string,
  {signal, pollMs = 500, idleMs, ...options}: FollowSessionOptions = {},
): AsyncGenerator<SessionUpdate, void, undefined> {
  // Files that are followed may not be links, except the one that was named.
  const path = realpathSync(
    await withLibraryHost(options, (host) => findSessionPath(host, pathOrId, options)),
  )
  let conversation = new Conversation()
  let events: SessionEvent[] = []
  let isFirst = true
  let hasEnded = false
  let lastWrite = statSync(path).mtimeMs
  const note = (changes: readonly Change[]): void => {
    for (const change of changes) {
      const event = isFirst ? undefined : toSessionEvent(change)
      if (event) events.push(event)
    }
  }
  for await (const step of followSessionFiles({
    find: () => findSessionFiles(path, () => {}),
    wait: () => wait(pollMs, true, {signal}).catch(() => false),
    isQuiet: () => idleMs !== undefined && Date.now() - lastWrite >= idleMs,
  })) {
    if (signal?.aborted) return
    switch (step.kind) {
      case 'begin':
        conversation.begin(step.file.path, step.file)
        break
      case 'lines':
        for (const line of step.lines) note(conversation.add(line))
        if (!isFirst) lastWrite = Date.now()
        break
      case 'end':
        note(conversation.end(step.file.path))
        hasEnded = true
        break
      case 'reset':
        conversation = new Conversation()
        events.push({type: 'reset'})
        break
      case 'caught-up': {
        if (!isFirst && !hasEnded) note(conversation.pass(Date.now()))
        const current = conversation
        if (isFirst || events.length > 0)
          yield {events, snapshot: () => viewConversation(current), conversation: current}
        isFirst = false
        events = []
        if (hasEnded) return
      }
    }
  }
}
