import {realpathSync, statSync} from 'node:fs'
import {setTimeout as wait} from 'node:timers/promises'
import {usableOverrides} from '../cli/archive/price-overrides.ts'
import {type SessionEvent, toSessionEvent} from '../conversation/document/session-event.ts'
import {type Change, Conversation} from '../conversation/index.ts'
import {findSessionFiles, followSessionFiles} from '../sources/index.ts'
import {findSessionPath, type LoadOptions, withLibraryHost} from './load-session.ts'
import {type LoadedSession, viewConversation} from './loaded-session.ts'

/** How to follow a session. */
export interface FollowSessionOptions extends LoadOptions {
  /** Ends following. */
  readonly signal?: AbortSignal
  /** How often to check the files, in milliseconds. Default: 500. */
  readonly pollMs?: number
  /** Ends after this many milliseconds without new lines. Without it, only `signal` or `break` ends it. */
  readonly idleMs?: number
}

/** What is new in a session. */
export interface SessionUpdate {
  /** What happened since the last update. Empty in the first update, which has everything that existed before. */
  readonly events: readonly SessionEvent[]
  /** The complete session as it is now. */
  snapshot(): LoadedSession
  /** What the renderers read. Give them the update itself: `renderHtml(update)` of `recount/html`. */
  readonly conversation: Conversation
}

/**
 * Follows a session while Claude Code writes it. The first update has everything that exists in its
 * `snapshot()`, and no events; later ones follow when something happens. Only new lines are read.
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
  // Followed files must not be links, except the one that was given.
  const {path, overrides} = await withLibraryHost(options, async (host) => ({
    path: realpathSync(await findSessionPath(host, pathOrId, options)),
    overrides: await usableOverrides(host),
  }))
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
          yield {events, snapshot: () => viewConversation(current, overrides), conversation: current}
        isFirst = false
        events = []
        if (hasEnded) return
      }
    }
  }
}
