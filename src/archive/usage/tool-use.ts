import type {Response} from '../../conversation/costs/ledger.ts'
import {type CallRow, type EstimateTime, quarterOf, type UsedRow} from './usage-rows.ts'

/** Used instead of a tool's name: names have no parentheses. */
export const noTool = '(none)'
export const severalTools = '(several)'
export const unknownTool = '(unknown)'

/**
 * Finds what each response called, and adds the calls up, which must be there once. A call counts for the session that its
 * response counts for, else the first that has it.
 */
export function readToolUse(
  calls: Iterable<CallRow>,
  answers: ReadonlyMap<string, Response>,
  momentOf: EstimateTime,
) {
  const tools = new Map<string, string>()
  const used = new Map<string, GrowingRow>()
  for (const call of calls) {
    const {message, tool} = call
    // Of some only the result was seen.
    if (tool === undefined) continue
    if (message !== undefined) {
      const known = tools.get(message)
      if (known === undefined) tools.set(message, tool)
      else if (known !== tool) tools.set(message, severalTools)
    }
    const owner = message === undefined ? undefined : answers.get(message)
    const quarter = quarterOf(call.time ?? momentOf(call.session, call.file))
    addCall(rowFor(used, owner?.session ?? call.session, quarter, tool), call)
  }
  return {
    /** What a response called: a tool, none, or several that differ. */
    of: (message: string): string => tools.get(message) ?? noTool,
    used: [...used.values()],
  }
}

/** Every call once, however many files and sessions have a copy of it. Few have any, so what has none is left as it is. */
export function mergeCallCopies(calls: readonly CallRow[]): readonly CallRow[] {
  const known = new Map<string, CallRow>()
  const copied = new Map<string, CallRow[]>()
  for (const call of calls) {
    const first = known.get(call.id)
    const copies = first && copied.get(call.id)
    if (!first) known.set(call.id, call)
    else if (copies) copies.push(call)
    else copied.set(call.id, [first, call])
  }
  for (const [id, copies] of copied) {
    const [first] = copies.sort(byOwner)
    if (first) known.set(id, together(first, copies))
  }
  return [...known.values()]
}

/** What all copies of a call say of it. How long it took is what one of them alone says. */
function together(first: CallRow, copies: readonly CallRow[]): CallRow {
  const time = copies.find((copy) => copy.time !== undefined)?.time
  const took = copies.map(tookOf).find((known) => known !== undefined)
  const denied = copies.some((copy) => copy.denied)
  return {
    ...first,
    message: copies.find(({message}) => message !== undefined)?.message,
    tool: copies.find(({tool}) => tool !== undefined)?.tool,
    time,
    ended: time === undefined || took === undefined ? undefined : time + took,
    // One file may say that it was denied, while another has only the text of its result.
    failed: !denied && copies.some(({failed}) => failed),
    denied,
    added: Math.max(...copies.map(({added}) => added)),
    removed: Math.max(...copies.map(({removed}) => removed)),
    characters: copies.reduce((most, {characters}) => Math.max(most, characters), 0),
    searches: copies.reduce((most, {searches}) => Math.max(most, searches), 0),
  }
}

const byOwner = (a: CallRow, b: CallRow): number =>
  a.session < b.session ? -1 : a.session > b.session ? 1 : a.file - b.file

/** Milliseconds, if both times are known. */
const tookOf = ({time, ended}: CallRow): number | undefined =>
  time !== undefined && ended !== undefined && ended >= time ? ended - time : undefined

type GrowingRow = {-readonly [Field in keyof UsedRow]: UsedRow[Field]}

function rowFor(used: Map<string, GrowingRow>, session: string, quarter: number, tool: string): GrowingRow {
  const key = `${quarter} ${session} ${tool}`
  const known = used.get(key)
  if (known) return known
  const row = {session, quarter, tool, calls: 0, failed: 0, timed: 0, duration: 0, characters: 0}
  used.set(key, row)
  return row
}

function addCall(row: GrowingRow, call: CallRow): void {
  const took = tookOf(call)
  row.calls += 1
  row.failed += Number(call.failed)
  row.timed += Number(took !== undefined)
  row.duration += took ?? 0
  row.characters += call.characters
}
