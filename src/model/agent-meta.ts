/** What the name of an agent's file, and the `.meta.json` beside it, say about the agent. */
export interface AgentMeta {
  readonly id: string
  /** The call that started it. */
  readonly callId?: string | undefined
  /** The id of the agent that started it. */
  readonly parentId?: string | undefined
  readonly type?: string | undefined
  readonly description?: string | undefined
}
