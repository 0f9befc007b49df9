import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {golden} from '../support/golden.ts'
import {readApi} from '../support/project/read-api.ts'

const about: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const section = (name: string): Readonly<Record<string, unknown>> =>
  new Map(Object.entries(about ?? {})).get(name) ?? {}
const {surface, pages} = readApi()

test('each entry point exports these values and types and no others', () => {
  const chapters = surface.map(
    ({name, values, types}) =>
      `recount${name === 'index' ? '' : `/${name}`}\n${[...values.map((value) => `  ${value}`), ...types.map((type) => `  type ${type}`)].join('\n')}\n`,
  )
  golden('test/golden/surface.txt', chapters.join('\n'))
})

test('docs/api says what the types say', () => {
  for (const {file, text} of pages) golden(file, text)
})

test('every type that a public declaration names is exported', () => {
  expect(surface.flatMap(({hidden}) => hidden)).toEqual([])
})

test('package.json names every entry point, and importing one runs nothing', async () => {
  const {'./package.json': _own, ...doors} = section('exports')
  expect(Object.keys(doors).sort()).toEqual(
    surface.map(({name}) => (name === 'index' ? '.' : `./${name}`)).sort(),
  )
  for (const {name, values} of surface) {
    const file = `./dist/${name}`
    expect(doors[name === 'index' ? '.' : `./${name}`]).toEqual({
      types: `${file}.d.ts`,
      default: `${file}.js`,
    })
    const module: object = await import(new URL(`../../${file}.js`, import.meta.url).href)
    expect(Object.keys(module).sort(), name).toEqual(values)
  }
})

test('the package depends on these packages and no others', () => {
  expect(Object.keys(section('dependencies'))).toEqual([
    '@hono/node-server',
    '@slack/types',
    '@slack/web-api',
    'diff',
    'highlight.js',
    'hono',
    'markdown-it',
    'slice-ansi',
    'string-width',
    'wrap-ansi',
  ])
})
