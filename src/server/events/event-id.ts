/** The name of an event: numbers mean something only within one incarnation of what tells them. */
export interface EventId {
  readonly incarnation: string
  readonly n: number
}

/** Reads what a client gives back; nothing where we cannot have given it. */
export function parseEventId(text: string): EventId | undefined {
  const [, incarnation, n] = /^([\w.]{1,64})-(\d{1,15})$/.exec(text) ?? []
  return incarnation === undefined ? undefined : {incarnation, n: Number(n)}
}

/** An event's name as it is sent. */
export const formatEventId = ({incarnation, n}: EventId): string => `${incarnation}-${n}`
