import {agentTools} from '../../model/agents.ts'
import type {Entry, Node} from '../../page/index.ts'

/** How many agents are remembered: a stream may have any number, and a report follows soon. */
const maxAgents = 100

/**
 * Removes a report from the call that asked for it if the agent's last text, which is its report, was just shown. It
 * must be called for every shown entry, and for no other.
 */
export class ReportDeduplicator {
  /** The last words of each agent, by its lane. */
  readonly #lastWords = new Map<string, string>()

  /** The entry to show. */
  filter(entry: Entry): Entry {
    if (entry.lane && entry.kind === 'answer') this.#note(entry.lane.key, wordsOf(entry.asked))
    const brings = entry.kind === 'task' || (entry.tool !== undefined && agentTools.has(entry.tool))
    return brings && this.#wasSaid(wordsOf(entry.answered))
      ? {...entry, answered: entry.answered.filter(({kind}) => kind !== 'prose')}
      : entry
  }

  #note(lane: string, words: string): void {
    this.#lastWords.delete(lane)
    this.#lastWords.set(lane, words)
    const [oldest] = this.#lastWords.keys()
    if (this.#lastWords.size > maxAgents && oldest !== undefined) this.#lastWords.delete(oldest)
  }

  #wasSaid(report: string): boolean {
    if (report === '') return false
    for (const [lane, words] of this.#lastWords) {
      if (words !== report) continue
      this.#lastWords.delete(lane)
      return true
    }
    return false
  }
}

/** A part that identifies the text: a session may have thousands of agents. */
function wordsOf(nodes: readonly Node[]): string {
  const words = nodes.flatMap((node) => (node.kind === 'prose' ? [node.markdown.trim()] : [])).join('\n\n')
  return words.length <= 500 ? words : `${words.slice(0, 250)}${words.length}${words.slice(-250)}`
}
