import {objects, text} from './fields.ts'
import type {JsonObject} from './json.ts'

/** What an agent reported in its own words, and the lines that the client added at the end for the model. */
export interface AgentWords {
  readonly report: string
  readonly tail: string
}

/** Takes off what clients put around an agent's report: the tools it used, whose words follow, who can be asked again. */
export function agentWords(said: string, structured: JsonObject): AgentWords {
  const {report, tail} = splitTail(said)
  const written = objects(structured, 'content').flatMap((block) => text(block, 'text') ?? [])
  return {
    report:
      written.length > 0 ? withoutToolList(written.join('\n\n')) : withoutFrame(withoutToolList(report)),
    tail,
  }
}

/** The last lines of an answer: who can be asked again, where it worked, what it used. */
const tailBegins = /^\n?agentId: \S+(?: \(|\n|$)/

function splitTail(said: string): AgentWords {
  const end = Math.max(0, said.lastIndexOf('\nagentId: '))
  const tail = said.slice(end)
  return tailBegins.test(tail) ? {report: said.slice(0, end), tail} : {report: said, tail: ''}
}

/** Newer clients list for the model which tools the agent used. */
const toolList = /^\s*<tools-used-before-summary>[^<]{0,4000}<\/tools-used-before-summary>\s*/

const withoutToolList = (report: string): string => report.replace(toolList, '')

/** Newer clients say whose words follow, and indent each line of them. */
function withoutFrame(report: string): string {
  const frame = 'The report follows:\n'
  const at = report.indexOf(frame)
  if (!report.startsWith('[Subagent hand-back]') || at === -1) return report
  return report.slice(at + frame.length).replace(/^ {2}/gm, '')
}
