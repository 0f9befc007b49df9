import {pathToFileURL} from 'node:url'
import {getEnvironmentData, setEnvironmentData} from 'node:worker_threads'
import type {OnPluginProblem, Plugin} from './plugin.ts'
import {emitWarning, usePlugin} from './plugin.ts'
import {PluginError} from './plugin-error.ts'

/** Where threads find the plugins of the program. */
const key = 'recount-plugins'

/** Runs the files of plugins and uses what they export, in this thread and in every thread that is started after it. */
export async function loadPlugins(paths: readonly string[], onProblem: OnPluginProblem): Promise<void> {
  const urls = paths.map((path) => pathToFileURL(path).href)
  for (const url of urls) await usePluginAt(url, onProblem)
  setEnvironmentData(key, urls)
}

/** Uses the plugins of the program in a thread of it. That one cannot be loaded, the program itself has reported. */
export async function inheritPlugins(urls: unknown = getEnvironmentData(key)): Promise<void> {
  if (!Array.isArray(urls)) return
  for (const url of urls) await usePluginAt(String(url), emitWarning).catch(() => {})
}

/** The plugins of this program, for processes that it starts. */
export function pluginUrls(): readonly string[] {
  const urls: unknown = getEnvironmentData(key)
  return Array.isArray(urls) ? urls.map(String) : []
}

async function usePluginAt(url: string, onProblem: OnPluginProblem): Promise<void> {
  try {
    const plugin: Plugin = await import(url)
    if (!plugin.tools && !plugin.dialects && !plugin.outputs)
      throw new TypeError('it exports no "tools", "dialects" or "outputs"')
    usePlugin(plugin, onProblem)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new PluginError(`Cannot use the plugin ${url}: ${reason}.`)
  }
}
