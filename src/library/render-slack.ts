import {cleanEntry, cleanText} from '../cli/commands/slack/slack-mirror.ts'
import type {SlackLevel, SlackMessage} from '../render/slack/index.ts'
import {SlackThread} from '../render/slack/index.ts'
import {listEntries} from './list-entries.ts'
import type {Renderable} from './render-page.ts'
import {makePage} from './render-page.ts'

/** What of a session is posted. */
export interface SlackRenderOptions {
  /** How much: `quiet`, `normal` or `verbose`. Default: `normal`. */
  readonly level?: SlackLevel | undefined
  /** Whether to replace what looks like a credential. Default: yes. */
  readonly redact?: boolean | undefined
  /** Who is mentioned if the session failed, in Slack's own markup: `<@U012>`. */
  readonly mention?: string | undefined
}

/**
 * A session as the messages of a Slack thread, as Block Kit blocks within Slack's limits. Several sessions follow each
 * other; each begins with its own first message. Nothing is sent.
 *
 * @example
 * import {loadSession} from 'recount'
 * import {renderSlack} from 'recount/slack'
 *
 * const session = await loadSession('latest')
 * for (const {text, blocks} of renderSlack(session, {level: 'quiet'})) console.log(text, blocks.length)
 */
export function renderSlack(
  session: Renderable,
  {level = 'normal', redact = true, mention}: SlackRenderOptions = {},
): readonly SlackMessage[] {
  const isVerbose = level === 'verbose'
  return makePage(session, {depth: isVerbose ? 'hook' : 'tool', thinking: isVerbose}).sessions.flatMap(
    (page) => {
      const {title, summary, cost} = page
      const thread = new SlackThread({level, mention})
      thread.setHeading({sessionTitle: title && cleanText(title, redact)})
      const entries = listEntries(session, page).map((entry) => cleanEntry(entry, redact))
      thread.update(entries, {tools: [], agents: []})
      thread.close({...summary, cost, reason: summary.reason && cleanText(summary.reason, redact)})
      return thread.takeChanges()
    },
  )
}
