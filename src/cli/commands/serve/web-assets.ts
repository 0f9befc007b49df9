import {createHash} from 'node:crypto'
import {readdirSync, readFileSync} from 'node:fs'
import {extname} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {WebAsset} from '../../../server/server-options.ts'

const types: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
])

/** Beside the program where it is built, and where the build puts it for a program that runs from its sources. */
const folders = ['../../../web/', '../../../../dist/web/'] as const

/** The files that the build has made for browsers, each under a name that changes with what is in it. */
export function webAssets(): readonly WebAsset[] {
  for (const folder of folders) {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    const assets = namesIn(path).flatMap((name) => {
      const ending = extname(name)
      const type = types.get(ending)
      if (type === undefined) return []
      const body = readFileSync(path + name, 'utf8')
      const print = createHash('sha256').update(body).digest('hex').slice(0, 10)
      return [{name, type, body, file: `${name.slice(0, -ending.length)}.${print}${ending}`}]
    })
    if (assets.length > 0) return assets
  }
  return []
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
