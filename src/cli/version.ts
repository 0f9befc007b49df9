import {readFileSync} from 'node:fs'

/** The version in package.json, which is next to `dist` and `src`. */
export function version(): string {
  const about: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : 'unknown'
}
