import type {BookedAnswer} from './book-rows.ts'
import type {CallRow, UsedRow} from './rows.ts'
import {quarterOf} from './rows.ts'

/** Stand in the place of a tool's name; a name has no parentheses. */
export const noTool = '(none)'
export const severalTools = '(several)'
export const untoldTool = '(untold)'

/** A call, once, whose it is. */
interface OwnCall {
  readonly session: string
  readonly message: string | undefined
  readonly tool: string
  readonly quarter: number
  readonly failed: boolean
  /** Milliseconds, where both times are known. */
  readonly took: number | undefined
  readonly characters: number
}

/** What the calls of sessions say of their answers, and in all. */
export interface ToolsOf {
  /** What an answer called: a tool, none, or several that differ. */
  of(message: string): string
  readonly used: readonly UsedRow[]
}

/**
 * Finds what each answer called, and adds the calls up. Each call counts once, however many files and sessions have a
 * copy of it: for the session that its answer counts for, else for the first that has it.
 */
export function toolsOf(
  calls: readonly CallRow[],
  answers: readonly BookedAnswer[],
  momentOf: (session: string, file: number) => number,
): ToolsOf {
  const owners = new Map(answers.map(({message, booked}) => [message, booked.session]))
  const byId = new Map<string, CallRow[]>()
  for (const call of calls) {
    const known = byId.get(call.id)
    if (known) known.push(call)
    else byId.set(call.id, [call])
  }
  const tools = new Map<string, string>()
  const used = new Map<string, UsedRow>()
  for (const copies of byId.values()) {
    const call = ownCall(copies, owners, momentOf)
    if (!call) continue
    const {message, tool} = call
    if (message !== undefined) {
      const known = tools.get(message)
      tools.set(message, known === undefined || known === tool ? tool : severalTools)
    }
    addCall(used, call)
  }
  return {of: (message) => tools.get(message) ?? noTool, used: [...used.values()]}
}

/** What all copies of a call say of it; nothing where only results were seen. */
function ownCall(
  copies: readonly CallRow[],
  owners: ReadonlyMap<string, string>,
  momentOf: (session: string, file: number) => number,
): OwnCall | undefined {
  const ordered = copies.length === 1 ? copies : [...copies].sort(byOwner)
  const first = ordered[0]
  const tool = found(ordered, 'tool')
  if (!first || tool === undefined) return undefined
  const message = found(ordered, 'message')
  const began = ordered.map(({time}) => time).find((time) => time !== undefined)
  const timed = ordered.find(({time, ended}) => time !== undefined && ended !== undefined && ended >= time)
  return {
    session: (message === undefined ? undefined : owners.get(message)) ?? first.session,
    message,
    tool,
    quarter: quarterOf(began ?? momentOf(first.session, first.file)),
    failed: ordered.some(({failed}) => failed),
    took: timed && (timed.ended ?? 0) - (timed.time ?? 0),
    characters: Math.max(...ordered.map(({characters}) => characters)),
  }
}

const byOwner = (a: CallRow, b: CallRow): number =>
  a.session < b.session ? -1 : a.session > b.session ? 1 : a.file - b.file

const found = (copies: readonly CallRow[], field: 'tool' | 'message'): string | undefined =>
  copies.map((copy) => copy[field]).find((value) => value !== undefined)

function addCall(used: Map<string, UsedRow>, call: OwnCall): void {
  const {session, quarter, tool, failed, took, characters} = call
  const key = `${quarter} ${session} ${tool}`
  const row = used.get(key)
  used.set(key, {
    session,
    quarter,
    tool,
    calls: (row?.calls ?? 0) + 1,
    failed: (row?.failed ?? 0) + Number(failed),
    timed: (row?.timed ?? 0) + Number(took !== undefined),
    duration: (row?.duration ?? 0) + (took ?? 0),
    characters: (row?.characters ?? 0) + characters,
  })
}
