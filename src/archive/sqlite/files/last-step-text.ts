import {type LastStep, lastStepKinds} from '../../../model/index.ts'

/** A last step as a column: `called`, or `question toolu_01…`. */
export const formatLastStep = ({kind, callId}: LastStep): string =>
  callId === undefined ? kind : `${kind} ${callId}`

/** Reads a column back. */
export function parseLastStep(value: unknown): LastStep | undefined {
  const [word, callId] = typeof value === 'string' ? value.split(' ', 2) : []
  const kind = lastStepKinds.find((name) => name === word)
  return kind === 'question' ? {kind, callId} : kind && {kind}
}
