import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {Failure} from '../../failure.ts'
import {version} from '../../version.ts'

/** A style sheet or a script, as it was built. */
export interface BuiltAsset {
  readonly name: string
  readonly text: string
  /** `sha256-…`, as a page's content policy names it. */
  readonly hash: string
}

/** What pages need to look and work as they should. */
export interface BuiltAssets {
  readonly style: BuiltAsset
  readonly script: BuiltAsset
}

/** Reads what the build has made of `src/web`. */
export const builtAssets = (): BuiltAssets => ({style: built('page.css'), script: built('page.js')})

/** Beside the program where it is built, and where the build puts it for a program that runs from its sources. */
const places = ['../../../web/', '../../../../dist/web/'] as const

function built(name: string): BuiltAsset {
  for (const place of places) {
    try {
      const text = readFileSync(new URL(place + name, import.meta.url), 'utf8')
      return {name, text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}`}
    } catch {
      // It may be in the other place.
    }
  }
  throw new Failure(
    `Cannot make pages: ${name} of recount ${version()} is not there; install recount again, or run "npm run build" in its folder.`,
    1,
  )
}
