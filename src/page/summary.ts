/** A whole run in one line: what people copy. */
export interface Summary {
  readonly state: 'completed' | 'failed' | 'interrupted' | 'cut-off' | 'open'
  readonly reason: string | undefined
  readonly durationMs: number | undefined
  readonly turns: number
  readonly tools: number
  readonly failedTools: number
  readonly deniedTools: number
  readonly tokens: number | undefined
  readonly costUsd: number | undefined
  /** Records of types nobody has named; at lesser depths they are not shown. */
  readonly unknown: number
}
