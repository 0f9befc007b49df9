/** Tasks as they are spoken of: `#1, #4`. */
export const taskNumbers = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.map((id) => `#${id}`).join(', ')
