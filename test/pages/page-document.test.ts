import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {depths, entryKinds} from '../../src/page/index.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const guide = read('docs/page.md')

/** The chapter under a heading, with what is below it. */
function chapter(title: string): string {
  const start = guide.indexOf(`# ${title}\n`)
  expect(start, title).toBeGreaterThan(0)
  const level = guide.slice(0, start).match(/#*$/)?.[0].length ?? 0
  const rest = guide.slice(start + 1)
  const end = rest.search(new RegExp(`^#{1,${level + 1}} `, 'm'))
  return end === -1 ? rest : rest.slice(0, end)
}

const missing = (names: readonly string[], text: string): readonly string[] =>
  names.filter((name) => !text.includes(`\`${name}\``))

/** `test/project/json-docs.test.ts` makes the tables of fields; these are written by hand. */
describe('docs/page.md', () => {
  test('names every kind of node and its fields', () => {
    const nodes = /interface NodeMap \{\n([\s\S]*?)\n\}/.exec(read('src/page/node.ts'))?.[1] ?? ''
    const kinds = [...nodes.matchAll(/^ {2}(\w+):/gm)].map(([, kind = '']) => kind)
    const fields = [...nodes.matchAll(/readonly (\w+):/g)].map(([, field = '']) => field)
    expect(kinds.length).toBeGreaterThan(10)
    expect(missing([...kinds, ...fields], chapter('Node'))).toEqual([])
  })
  test('names every depth and every kind of entry', () => {
    expect(missing(depths, chapter('Page'))).toEqual([])
    expect(missing(Object.keys(entryKinds), chapter('Kinds of entries'))).toEqual([])
  })
})
