import {flag, objects, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {field, fields, note, prose} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {otherFields} from './shared/tell-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** The change to plan mode. What the client answers are rules for the model. */
const enterPlanMode: Tool = {
  names: ['EnterPlanMode'],
  answered: ({text, content}) =>
    text.startsWith('Entered plan mode') ? [note('info', 'Entered plan mode')] : describeBlocks(content),
}

/** A plan put before the person, who approves it or sends it back. */
const exitPlanMode: Tool = {
  names: ['ExitPlanMode', 'exit_plan_mode'],
  tells: 'both',
  subject: (input) => headingOf(text(input, 'plan') ?? ''),
  asked: (input) => [
    ...fields(field('file', 'File', text(input, 'planFilePath'))),
    ...describePlan(text(input, 'plan')),
    ...fields(
      ...objects(input, 'allowedPrompts').map((allowed) =>
        field('setting', `Allows ${text(allowed, 'tool') ?? 'use'}`, text(allowed, 'prompt')),
      ),
    ),
    ...otherFields(input, {string: ['plan', 'planFilePath'], object: ['allowedPrompts']}),
  ],
  answered(answer, input) {
    const {structured} = answer
    const plan = text(structured, 'plan')
    const path = text(structured, 'filePath')
    const other = plan !== undefined && plan !== text(input, 'plan')
    if (!isApproved(answer)) return describeBlocks(answer.content)
    return [
      ...(other ? describePlan(plan) : []),
      ...(flag(structured, 'planWasEdited') ? [note('info', 'The user edited the plan')] : []),
      ...(path === undefined || path === text(input, 'planFilePath')
        ? []
        : fields(field('file', 'File', path))),
    ]
  },
  outcome(answer) {
    if (flag(answer.structured, 'awaitingLeaderApproval')) return 'waits for approval'
    return isApproved(answer) ? 'approved' : undefined
  },
}

/** A plan is only answered when it is approved; otherwise the call is denied. */
const isApproved = ({text: said, structured}: ToolAnswer): boolean =>
  said.startsWith('User has approved') || (hasPlan(structured) && !flag(structured, 'awaitingLeaderApproval'))

const hasPlan = (structured: JsonObject): boolean => text(structured, 'plan') !== undefined

const describePlan = (plan: string | undefined): readonly Node[] =>
  plan === undefined || plan.trim() === '' ? [] : [prose(plan)]

/** The first line of a plan, which is nearly always its title. */
const headingOf = (plan: string): string | undefined =>
  plan
    .trimStart()
    .split('\n', 1)[0]
    ?.replace(/^#+\s+/, '')

/** Tools that begin and end planning. */
export const planModeTools: readonly Tool[] = [enterPlanMode, exitPlanMode]
