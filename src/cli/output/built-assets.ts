import {createHash} from 'node:crypto'
import {readdirSync, readFileSync} from 'node:fs'
import {extname} from 'node:path'
import type {WebAsset} from '../../server/server-options.ts'
import {Failure} from '../failure.ts'
import {version} from '../version.ts'

/** A style sheet or a script of pages, as it was built. */
export interface BuiltAsset {
  readonly name: string
  readonly text: string
  /** `sha256-…`, as in a page's content security policy. */
  readonly hash: string
}

/** The style sheet and the script of pages. */
export interface BuiltAssets {
  readonly style: BuiltAsset
  readonly script: BuiltAsset
}

/** The folders in which the build puts files for browsers, as seen from `dist` and from `src`. */
const folders = ['../../web/', '../../../dist/web/'] as const

/** Reads the style sheet and the script of pages. */
export const builtAssets = (): BuiltAssets => ({style: readAsset('page.css'), script: readAsset('page.js')})

function readAsset(name: string): BuiltAsset {
  for (const folder of folders) {
    try {
      const text = readFileSync(new URL(folder + name, import.meta.url), 'utf8')
      return {name, text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}`}
    } catch {
      // It may be in the other folder.
    }
  }
  throw new Failure(
    `Cannot make pages: ${name} of recount ${version()} is missing. Install recount again, or run "npm run build" in its folder.`,
    1,
  )
}

const types: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
])

/** All files that the build made for browsers, each under a name that changes with its content. */
export function webAssets(): readonly WebAsset[] {
  return listFiles().flatMap((path) => {
    const name = path.pathname.replace(/^.*\//, '')
    const ending = extname(name)
    const type = types.get(ending)
    if (type === undefined) return []
    const body = readFileSync(path, 'utf8')
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 10)
    return [{name, type, body, file: `${name.slice(0, -ending.length)}.${hash}${ending}`}]
  })
}

/** The files of the first folder that has a page's script. */
function listFiles(): readonly URL[] {
  for (const folder of folders) {
    const url = new URL(folder, import.meta.url)
    try {
      const names = readdirSync(url)
      if (names.includes('page.js')) return names.map((name) => new URL(name, url))
    } catch {
      // It may be the other folder.
    }
  }
  return []
}
