import {statSync} from 'node:fs'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {getEnvironmentData, setEnvironmentData} from 'node:worker_threads'
import {emitWarning, type OnPluginProblem, type Plugin, usePlugin} from './plugin.ts'
import {errorReason, PluginError} from './plugin-error.ts'

/** Where threads find the plugins of the program. */
const key = 'recount-plugins'

/** Loads plugins and uses their exports, in this thread and in every thread that is started later. */
export async function loadPlugins(paths: readonly string[], onProblem: OnPluginProblem): Promise<void> {
  const urls = paths.map((path) => pathToFileURL(path).href)
  for (const url of urls) await usePluginAt(url, onProblem)
  setEnvironmentData(key, urls)
}

/** Uses the plugins of the program in one of its threads. The program has already reported those that cannot be loaded. */
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
  const path = fileURLToPath(url)
  try {
    if (!statSync(path, {throwIfNoEntry: false})?.isFile()) throw new TypeError('there is no such file')
    const plugin: Plugin = await withinTime(import(url))
    if (!plugin.tools && !plugin.dialects && !plugin.outputs)
      throw new TypeError('it does not export "tools", "dialects" or "outputs"')
    usePlugin(plugin, onProblem)
  } catch (error) {
    throw new PluginError(`Cannot use the plugin ${path}: ${errorReason(error)}.`)
  }
}

const maxLoadMs = 10_000

/** Fails if a module waits too long. Without a timer, Node would end without a message when nothing is left to wait for. */
async function withinTime<Result>(loading: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`its module was not loaded within ${maxLoadMs / 1000} seconds`)),
      maxLoadMs,
    )
  })
  return Promise.race([loading, timeout]).finally(() => clearTimeout(timer))
}
