import type {Message, MessageLine, ModelTotal, Usage} from '../../model/index.ts'

/** What the client itself reported about a session's spending. */
export interface ReportFact {
  /** The record's own id, else a hash of its text: copies of a report have the same. */
  readonly id: string
  readonly kind: 'result' | 'cost-state'
  readonly costUsd: number | undefined
  readonly totals: readonly ModelTotal[]
  readonly sinceLast: readonly ModelTotal[] | undefined
  readonly usage: Usage | undefined
}

/** Reads what the client itself says of a session's spending. */
export function readReport({message, text}: MessageLine): ReportFact | undefined {
  if (message.kind !== 'result' && message.kind !== 'cost-state') return undefined
  const {costUsd, totals} = message
  const id = reportId(message, text)
  if (message.kind === 'cost-state')
    return {id, kind: 'cost-state', costUsd, totals, sinceLast: undefined, usage: undefined}
  const {sinceLast, usage} = message
  return {id, kind: message.made ? 'cost-state' : 'result', costUsd, totals, sinceLast, usage}
}

/** Old streams give a result no id. But two different results differ at least in what they measured. */
const reportId = ({id}: Message, text: string): string => id ?? `${text.length}:${hash(text)}`

/** Two mixes of 32 bits (FNV-1a with different seeds). That they can be forged does not matter: copying a report gains nothing. */
function hash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b)
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
}
