import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {depths, entryKinds} from '../../src/page/index.ts'
import {recount} from '../support/program.ts'

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

/** The names of an interface's fields. */
function fieldsOf(file: string, name: string): readonly string[] {
  const body = new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(read(file))?.[1] ?? ''
  const fields = [...body.matchAll(/^ {2}(?:readonly )?['"]?([\w-]+)['"]?\??:/gm)].map(
    ([, field = '']) => field,
  )
  expect(fields.length, name).toBeGreaterThan(0)
  return fields
}

const missing = (names: readonly string[], text: string): readonly string[] =>
  names.filter((name) => !text.includes(`\`${name}\``))

describe('docs/page.md', () => {
  test.each([
    ['Page', 'page.ts', 'Page'],
    ['Session', 'page.ts', 'SessionPage'],
    ['Summary', 'page.ts', 'Summary'],
    ['Cost', 'page.ts', 'Cost'],
    ['File', 'page.ts', 'TouchedFile'],
    ['Agent', 'page.ts', 'PageAgent'],
    ['Branch', 'page.ts', 'PageBranch'],
    ['Turn', 'page.ts', 'PageTurn'],
    ['Entry', 'entry.ts', 'Entry'],
    ['Entry', 'page.ts', 'PageEntry'],
    ['Entry', 'entry.ts', 'Lane'],
    ['Node', 'node.ts', 'NodeMap'],
    ['Node', 'node.ts', 'FieldRoles'],
    ['Node', 'node.ts', 'Field'],
    ['Node', 'node.ts', 'TodoItem'],
    ['Node', 'node.ts', 'Choice'],
    ['Node', 'node.ts', 'DiffLine'],
    ['Index', 'card.ts', 'SessionCard'],
    ['Index', 'card.ts', 'ProjectCard'],
  ] as const)('the chapter %s names each field of %s %s', (title, file, name) => {
    expect(missing(fieldsOf(`src/page/${file}`, name), chapter(title))).toEqual([])
  })
  test('names what a node of each kind holds, and how much a page may hold', () => {
    const nodes = /interface NodeMap \{\n([\s\S]*?)\n\}/.exec(read('src/page/node.ts'))?.[1] ?? ''
    const inside = [...nodes.matchAll(/readonly (\w+):/g)].map(([, field = '']) => field)
    expect(missing(inside, chapter('Node'))).toEqual([])
    expect(missing(fieldsOf('src/model/usage.ts', 'Usage'), chapter('Usage'))).toEqual([])
    expect(missing(depths, chapter('Page'))).toEqual([])
  })
  test('names each kind of entry', () => {
    expect(missing(Object.keys(entryKinds), chapter('Kinds of entries'))).toEqual([])
  })
  test('has an example that is what the program writes', () => {
    const blockOf = (language: string): string =>
      new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? ''
    const home = join(root, 'node_modules/.cache/nobody')
    const {stdout} = recount(['export', '-', '-o', '-', '--format', 'json'], {home, input: blockOf('jsonl')})
    expect(JSON.parse(stdout)).toEqual(JSON.parse(blockOf('json')))
  })
})
