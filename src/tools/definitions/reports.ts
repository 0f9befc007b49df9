import {number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {formatNoun, plain, prose} from '../../page/index.ts'
import {describeFields} from '../generic-tool.ts'
import {plainOutput} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** What a review found, each finding with the way in which it fails. */
const reportFindings: Tool = {
  names: ['ReportFindings'],
  prominent: 'asked',
  subject: (input) => formatNoun(objects(input, 'findings').length, 'finding'),
  asked(input) {
    const findings = objects(input, 'findings')
    const {findings: _, ...rest} = input
    return [...describeFields(findings.length === 0 ? input : rest), ...findings.map(describeFinding)]
  },
  answered: () => [],
  outcome({structured}) {
    const count = number(structured, 'count')
    return count === undefined ? undefined : `${formatNoun(count, 'finding')} reported`
  },
}

function describeFinding(finding: JsonObject): Node {
  const line = number(finding, 'line')
  const place = `${text(finding, 'file') ?? 'somewhere'}${line === undefined ? '' : `:${line}`}`
  const words = [text(finding, 'verdict'), text(finding, 'category'), text(finding, 'outcome')]
  const scenario = text(finding, 'failure_scenario') ?? ''
  return {
    kind: 'group',
    title: [place, ...words].filter((word) => word !== undefined).join(' · '),
    nodes: [
      prose(text(finding, 'summary') ?? text(finding, 'short_summary') ?? ''),
      ...(scenario === '' ? [] : [plain(scenario, 'dim')]),
    ],
    folded: false,
  }
}

/** The answer of a run in the form its caller asked for. */
const structuredOutput: Tool = {
  names: ['StructuredOutput'],
  prominent: 'asked',
  subject: () => undefined,
  asked: (input) => [{kind: 'raw', value: input}],
  answered: (answer) => (isAccepted(answer.text) ? [] : plainOutput(answer)),
  outcome: ({text}) => (isAccepted(text) ? 'accepted' : undefined),
}

const isAccepted = (text: string): boolean => text === 'Structured output provided successfully'

/** Tools by which a run reports its result. */
export const reportTools: readonly Tool[] = [reportFindings, structuredOutput]
