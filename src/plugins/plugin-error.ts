/** A plugin that cannot be used. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
}

/** Why a plugin failed, as a part of a sentence. Plugins can throw anything. */
export const errorReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\n.*/s, '').replace(/\.$/, '')
