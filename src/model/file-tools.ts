/** The tools that write or change the file they are given, by all names they have had. */
export const fileChangingTools: ReadonlySet<string> = new Set([
  'Write',
  'Replace',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'NotebookEditCell',
])
