import {cleanEntry, cleanText} from '../cli/commands/slack/slack-mirror.ts'
import {type SlackLevel, type SlackMessage, SlackThread} from '../render/slack/index.ts'
import {listEntries} from './list-entries.ts'
import {makePage, type Renderable} from './render-page.ts'

/** What to post of a session. */
export interface SlackRenderOptions {
  /** How much: `quiet`, `normal` or `verbose`. Default: `normal`. */
  readonly level?: SlackLevel | undefined
  /** Whether to redact credentials. Default: yes. */
  readonly redact?: boolean | undefined
  /** Whom to mention if the session failed, in Slack's markup: `<@U012>`. */
  readonly mention?: string | undefined
}

/**
 * A session as the messages of a Slack thread: Block Kit blocks within Slack's limits. Several sessions follow each other,
 * each with its own first message. Nothing is sent.
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
