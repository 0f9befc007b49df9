import {number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {formatNoun, type Node, plain, prose} from '../../page/index.ts'
import {describeFields} from '../generic-tool.ts'
import {joinParts, openGroup, optional, plainOutput} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** The findings of a review, each with how it fails. */
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
  return openGroup(
    joinParts([place, ...words]) ?? place,
    prose(text(finding, 'summary') ?? text(finding, 'short_summary') ?? ''),
    ...optional(text(finding, 'failure_scenario'), (scenario) => plain(scenario, 'dim')),
  )
}

/** The result of a run in the requested format. */
const structuredOutput: Tool = {
  names: ['StructuredOutput'],
  prominent: 'asked',
  subject: () => undefined,
  asked: (input) => [{kind: 'raw', value: input}],
  answered: (output) => (isAccepted(output.text) ? [] : plainOutput(output)),
  outcome: ({text}) => (isAccepted(text) ? 'accepted' : undefined),
}

const isAccepted = (text: string): boolean => text === 'Structured output provided successfully'

/** Tools by which a run reports its result. */
export const reportTools: readonly Tool[] = [reportFindings, structuredOutput]
