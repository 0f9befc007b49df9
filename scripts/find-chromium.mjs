import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

/** A browser for scripts: the one that RECOUNT_CHROMIUM names, or that the tests have unpacked. */
export function findChromium() {
  const cache = fileURLToPath(new URL('../node_modules/.cache/recount', import.meta.url))
  const kept = existsSync(cache) ? readdirSync(cache).filter((name) => /^chromium-[\d.]+$/.test(name)) : []
  return [process.env.RECOUNT_CHROMIUM, ...kept.map((name) => join(cache, name, 'chromium'))].find(
    (path) => path !== undefined && existsSync(path),
  )
}
