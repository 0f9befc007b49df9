import type {Message, MessageLine} from '../../model/index.ts'
import type {ReportFact} from './facts.ts'

/** Reads what the client itself says of a session's spending. */
export function readReport({message, text}: MessageLine): ReportFact | undefined {
  if (message.kind === 'result') {
    const {costUsd, totals, sinceLast, usage} = message
    return {
      id: idOf(message, text),
      kind: message.made ? 'cost-state' : 'result',
      costUsd,
      totals,
      sinceLast,
      usage,
    }
  }
  if (message.kind !== 'cost-state') return undefined
  return {
    id: idOf(message, text),
    kind: 'cost-state',
    costUsd: message.costUsd,
    totals: message.totals,
    sinceLast: undefined,
    usage: undefined,
  }
}

/** Old streams give a result no id. But two that were made apart differ at least in what they measured. */
const idOf = ({id}: Message, text: string): string => id ?? `${text.length}:${hashOf(text)}`

/** Two mixes of 32 bits (FNV-1a with different seeds): not safe from forgers, but who copies a report wins nothing by it. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b)
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
}
