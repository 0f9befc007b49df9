/** Drops what the client adds to a model's name for itself: `claude-opus-5-5[1m]` asks for a longer context. */
export const bareModel = (name: string): string =>
  name.endsWith(']') ? name.replace(/\[[^[\]]*\]$/, '') : name
