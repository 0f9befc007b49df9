/** A plugin that cannot be used. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
}
