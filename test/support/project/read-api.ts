import {spawnSync} from 'node:child_process'
import {fileURLToPath} from 'node:url'

/** What one entry point of the package exports. */
export interface EntrySurface {
  readonly name: string
  readonly values: readonly string[]
  readonly types: readonly string[]
  /** Types that its declarations name and that no entry point exports. */
  readonly hidden: readonly string[]
}

/** What the package exports, and the pages of its reference. */
export interface ApiDescription {
  readonly surface: readonly EntrySurface[]
  readonly pages: readonly {readonly file: string; readonly text: string}[]
}

/** Runs the script that describes the declarations of the build. */
export function readApi(): ApiDescription {
  const script = fileURLToPath(new URL('../../../scripts/describe-api.mjs', import.meta.url))
  const {stdout, stderr} = spawnSync(process.execPath, [script], {encoding: 'utf8', maxBuffer: 2 ** 28})
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}
