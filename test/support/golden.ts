import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect} from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Compares with an approved file; `npm run approve` writes it again, and git shows what changed. */
export function golden(file: string, actual: string): void {
  const path = join(root, file)
  if (process.env['APPROVE'] && (!existsSync(path) || readFileSync(path, 'utf8') !== actual)) {
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, actual)
  }
  expect(actual).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '')
}
