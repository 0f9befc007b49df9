/** What a record is to the shape of a conversation. */
export type NodeRole = 'prompt' | 'command' | 'assistant' | 'result' | 'summary' | 'boundary' | 'other'

/** One record of a transcript's graph, as small as it can be: there may be a million. */
export interface Node {
  readonly id: string
  /** The reading it came from: a file that is read again is another reading. */
  readonly reading: number
  /** Set where a record of the graph carries it; a stream's records have no parents. */
  readonly parent: string | undefined
  readonly role: NodeRole
  readonly order: number
  /** The answer it is a part of, or the call it answers: parallel calls fork the graph without branching it. */
  readonly group: string | undefined
  /** The key of its agent's thread, if it is not in the main one. */
  readonly agent: string | undefined
  /** The beginning of what a person asked. */
  readonly prompt: string | undefined
}
