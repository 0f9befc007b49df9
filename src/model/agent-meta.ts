/** What the name of an agent's file, and the `.meta.json` beside it, say about the agent. */
export interface AgentMeta {
  readonly id: string
  /** The call that started it. */
  readonly callId?: string | undefined
  /** The id of the agent that started it. */
  readonly parentId?: string | undefined
  readonly type?: string | undefined
  readonly description?: string | undefined
  /** How it ended, if its run's journal tells. */
  readonly state?: 'completed' | 'failed' | 'stopped' | undefined
  /** The workflow that set it to work. */
  readonly workflow?: WorkflowMeta | undefined
}

/** What is known of a run of a workflow, which has agents of its own. */
export interface WorkflowMeta {
  readonly id: string
  readonly name?: string | undefined
  readonly state?: 'completed' | 'failed' | 'stopped' | undefined
  readonly answer?: string | undefined
}
