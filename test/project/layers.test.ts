import {readdirSync, readFileSync} from 'node:fs'
import {dirname, join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'

const architecture = readFileSync(new URL('../../docs/ARCHITECTURE.md', import.meta.url), 'utf8')

/** The rows of the table of folders in docs/ARCHITECTURE.md, each with what it may import. */
const rows = [...architecture.matchAll(/^\| `([\w/]+)` \| .* \| ([^|]+) \|$/gm)].map(
  ([, folder = '', may = '']) => ({
    folder: folder.split('/')[0] ?? '',
    may: may === 'nothing' ? [] : may.split(', '),
  }),
)
const folders = new Set(rows.map(({folder}) => folder))

/** Who may import whom. Every folder may import itself; a row for a part of a folder speaks for all of it. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    rows.map(({folder, may}) => [
      folder,
      may[0] === 'everything' ? [...folders].filter((other) => other !== 'web') : may,
    ]),
  ),
  'index.ts': ['archive', 'conversation', 'json', 'library', 'model', 'page', 'plugins', 'sources', 'tools'],
  'page.ts': ['library', 'model', 'page'],
  'terminal.ts': ['library', 'render'],
  'html.ts': ['library'],
  'markdown.ts': ['library'],
  'slack.ts': ['library', 'render'],
  'sources.ts': ['dialects', 'lines', 'sources'],
  'archive.ts': ['archive', 'json', 'library'],
  'server.ts': ['library'],
}

test('the table of folders in docs/ARCHITECTURE.md has every folder', () => {
  const present = readdirSync(new URL('../../src', import.meta.url), {withFileTypes: true})
  const named = present.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  expect([...folders].sort()).toEqual(named.sort())
  for (const {folder, may} of rows)
    expect(
      may.filter((other) => !folders.has(other) && other !== 'everything'),
      folder,
    ).toEqual([])
})

test('every file that docs/ARCHITECTURE.md names exists', () => {
  const files = new Set(
    ['src', 'test', 'docs', 'bench', 'scripts'].flatMap((folder) =>
      readdirSync(new URL(`../../${folder}`, import.meta.url), {recursive: true, encoding: 'utf8'}).map(
        (path) => `${folder}/${path}`,
      ),
    ),
  )
  const named = [...architecture.matchAll(/`([\w./-]+\.(?:ts|mjs|md))`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(20)
  const missing = named.filter(
    (path) => ![...files].some((file) => file === path || file.endsWith(`/${path}`)),
  )
  expect(missing).toEqual([])
})

/** Whose packages a folder may use; all others do with what is here. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  // Its types alone: all outputs parse Markdown in the same way.
  page: ['markdown-it'],
  tools: ['diff'],
  render: ['string-width', 'wrap-ansi', 'slice-ansi', 'markdown-it', 'highlight.js', '@slack/types'],
  web: ['highlight.js'],
  sinks: ['slice-ansi', 'wrap-ansi', '@slack/types', '@slack/web-api'],
  server: ['hono'],
  cli: ['hono', '@hono/node-server'],
}

/** Folders that touch the world; all others run in a browser as well. */
const effects: readonly string[] = [
  'files/',
  'sources/',
  'sinks/',
  'store/',
  'archive/sqlite/',
  'archive/ingest/',
  'archive/repair/',
  'archive/open-archive.ts',
  'archive/check-archive.ts',
  'archive/read-status.ts',
  'archive/restore.ts',
  'server/disk/',
  'cli/',
  'library/',
  'plugins/load-plugins.ts',
]

const src = fileURLToPath(new URL('../../src', import.meta.url))
const files = readdirSync(src, {recursive: true, encoding: 'utf8'}).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

const folderOf = (file: string): string => file.split('/')[0] ?? ''

/** A file's text without its comments. */
const codeOf = (file: string): string =>
  readFileSync(join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const importsOf = (code: string): readonly string[] =>
  [...code.matchAll(/(?:^(?:import|export)\s[^']*?from\s+|\bimport\()'([^']+)'/gm)].flatMap(
    (match) => match[1] ?? [],
  )

describe('each folder imports only what its row allows', () => {
  for (const file of files) {
    const folder = folderOf(file)
    const imports = importsOf(codeOf(file))
    test(file, () => {
      expect(Object.keys(mayImport)).toContain(folder)
      for (const target of imports) {
        if (target.startsWith('.')) {
          const other = folderOf(relative(src, join(src, dirname(file), target)))
          expect([folder, ...(mayImport[folder] ?? [])], `${file} imports ${target}`).toContain(other)
        } else if (!target.startsWith('node:')) {
          const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0]
          expect(mayUse[folder] ?? [], `${file} imports ${target}`).toContain(name)
        } else {
          expect(
            effects.some((place) => file.startsWith(place)),
            `${file} imports ${target}`,
          ).toBe(true)
        }
      }
    })
  }
})

test('a dialect does not import its siblings, except that a store holds stream messages', () => {
  for (const file of files.filter((name) => name.startsWith('dialects/'))) {
    const own = file.split('/')[1] ?? ''
    if (own.endsWith('.ts') || own === 'shared') continue
    const text = codeOf(file)
    for (const [, sibling] of text.matchAll(/from '\.\.\/([a-z-]+)\//g)) {
      const allowed = own === 'stored' ? ['shared', 'stream-json'] : ['shared', own]
      expect(allowed, `${file} imports ${sibling}`).toContain(sibling)
    }
  }
})

test('an output does not import its siblings', () => {
  for (const file of files.filter((name) => name.startsWith('render/'))) {
    const own = file.split('/').slice(0, 2).join('/')
    for (const target of importsOf(codeOf(file)).filter((name) => name.startsWith('.'))) {
      const other = relative(src, join(src, dirname(file), target))
        .split('/')
        .slice(0, 2)
        .join('/')
      if (other.startsWith('render/')) expect(other, `${file} imports ${target}`).toBe(own)
    }
  }
})

test('nothing outside the archive knows its engine', () => {
  for (const file of files.filter((name) => folderOf(name) !== 'archive'))
    for (const target of importsOf(codeOf(file)).filter((name) => name.startsWith('.')))
      expect(join(dirname(file), target), file).not.toMatch(/^archive\/sqlite\//)
})

test('only the cli reads the process', () => {
  for (const file of files.filter((name) => folderOf(name) !== 'cli')) {
    // What Node warns about is nothing that is read.
    expect(codeOf(file), file).not.toMatch(/\bprocess\.(?!emitWarning)/)
  }
})

test('there is no cast and no any outside the folders where foreign data becomes typed', () => {
  for (const file of files.filter((name) => !['lines', 'dialects'].includes(folderOf(name)))) {
    const text = codeOf(file).replace(/'[^'\n]*'|\bas const\b|import \* as|import type \* as|\* as \w+/g, '')
    expect(text, file).not.toMatch(/\bas [A-Z{(]|\bas (any|unknown|string|number)\b|: any\b|<any>/)
  }
})
