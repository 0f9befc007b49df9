/** The tools that start agents, under their old and their new name. */
export const agentTools: ReadonlySet<string> = new Set(['Task', 'Agent'])
