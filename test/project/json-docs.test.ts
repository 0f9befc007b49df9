import {cpSync, mkdirSync, readdirSync, readFileSync, utimesSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {beforeAll, describe, expect, test} from 'vitest'
import {golden} from '../support/golden.ts'
import {jsonLines, recount} from '../support/program.ts'
import {fillGuide} from '../support/project/fill-guide.ts'
import {definitionsOf, makeSchemas} from '../support/project/json-schemas.ts'
import {fakeClient, recordedIn, tempFolder} from '../support/record/recorded.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const temp = tempFolder('json-docs')
const home = join(temp, 'home')
const schemas = makeSchemas()
const definitions = definitionsOf(schemas)

describe('the schemas', () => {
  test('are what the types say', () => {
    for (const {file, text} of schemas) golden(file, text)
    expect(readdirSync(join(root, 'docs/schemas')).map((name) => `docs/schemas/${name}`)).toEqual(
      schemas.map(({file}) => file).sort(),
    )
  })
  test('allow no field that they do not name, except among the fields of an item', () => {
    const open = [...definitions].filter(
      ([, {properties, additionalProperties}]) => properties && additionalProperties !== false,
    )
    expect(open.map(([name]) => name)).toEqual(['ItemDocument'])
  })
  test('say of every field what it means', () => {
    // docs/model.md describes blocks.
    const silent = [...definitions]
      .filter(([name]) => !name.endsWith('Block'))
      .flatMap(([name, {properties = {}}]) =>
        Object.entries(properties).flatMap(([field, {description}]) =>
          description ? [] : [`${name}.${field}`],
        ),
      )
    expect(silent).toEqual([])
  })
  test('use one vocabulary', () => {
    const fields = [...definitions]
      .filter(([name]) => !name.endsWith('Block'))
      .flatMap(([name, {properties = {}}]) =>
        Object.entries(properties).map(([field, schema]) => ({name: `${name}.${field}`, field, schema})),
      )
    const names = new Set(fields.map(({name}) => name))
    expect(
      fields.filter(({field}) => /^(?:session|message|time|cost|branchName|version_|.*_.*)$/.test(field)),
    ).toEqual([])
    // Every sum that recount computes has both units.
    const single = fields.filter(
      ({name, field}) =>
        /^c(?:ostUsd|omputedCostUsd)$/.test(field) && !names.has(name.replace(/Usd$/, 'Micros')),
    )
    expect(single).toEqual([])
    expect(
      fields.filter(({field, schema}) => /(?:^at|At)$/.test(field) && schema.format !== 'date-time'),
    ).toEqual([])
  })
})

describe('the guides to JSON', () => {
  beforeAll(() => {
    // Old files, so that no session looks as if it were running.
    const projects = join(temp, 'projects')
    mkdirSync(projects)
    cpSync(join(root, 'samples/discount/transcript'), projects, {recursive: true})
    for (const file of readdirSync(projects, {recursive: true, encoding: 'utf8'}))
      utimesSync(join(projects, file), 1_772_618_400, 1_772_618_400)
    examples.set('index --json', {...jsonLines(run(['index', '--json', projects]))[0], durationMs: 71})
    const ci = join(temp, 'ci')
    const client = [process.execPath, fakeClient, join(root, 'samples/discount/stream.jsonl')]
    recount(['record', '--ci', '--ci-folder', ci, '--', ...client], {home: join(temp, 'recorded')})
    const recording =
      '/home/ada/.local/share/recount/recordings/2026-03-04T09-12-00-581Z-5e1f0c2a/stream.jsonl'
    examples.set('run', {...JSON.parse(readFileSync(join(ci, 'usage.json'), 'utf8')), recording})
    const [recorded] = recordedIn(join(temp, 'recorded'))
    examples.set('recording', {
      ...recorded?.about,
      startedAt: '2026-03-04T09:12:00.581Z',
      command: ['claude', '-p', 'Fix the failing test'],
      cwd: '/home/ada/shop',
      endedAt: '2026-03-04T09:14:07.881Z',
    })
  })

  /** Outputs with times, paths or durations of this run, which are replaced. */
  const examples = new Map<string, object>()

  const run = (words: readonly string[], input = ''): string => recount(words, {home, input}).stdout

  function example(words: string, guide: string): unknown {
    const made = examples.get(words)
    if (made) return made
    // What is in quotation marks is one word.
    const given = [...words.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
    const stdout = run(given, /```jsonl\n([\s\S]*?)```/.exec(guide)?.[1])
    const values = stdout.startsWith('{\n') ? [JSON.parse(stdout)] : jsonLines(stdout)
    expect(values, words).toHaveLength(1)
    return values[0]
  }

  test.each(['docs/json.md', 'docs/document.md', 'docs/page.md'])(
    '%s shows what the program prints and what the types say',
    (file) => {
      const guide = read(file)
      golden(file, fillGuide(guide, {definitions, example: (words) => example(words, guide)}))
    },
  )
  test('name every field of every output', () => {
    const guides = ['json', 'document', 'page', 'model'].map((name) => read(`docs/${name}.md`)).join('\n')
    const missing = [...definitions].flatMap(([name, {properties = {}, anyOf = []}]) =>
      [properties, ...anyOf.map((part) => part.properties ?? {})]
        .flatMap((fields) => Object.keys(fields))
        .flatMap((field) => (guides.includes(`\`${field}\``) ? [] : [`${name}.${field}`])),
    )
    expect(missing).toEqual([])
  })
  test('json.md links every schema', () => {
    const guide = read('docs/json.md')
    expect(
      schemas.map(({name}) => name).filter((name) => !guide.includes(`(schemas/${name}.schema.json)`)),
    ).toEqual([])
  })
})
