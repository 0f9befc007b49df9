import {cpSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {ValidateFunction} from 'ajv'
import {Ajv} from 'ajv'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {usageGroups} from '../../src/archive/usage/usage-report.ts'
import {recording, recordings} from '../support/conversation/recordings.ts'
import {jsonLines, recount} from '../support/program.ts'
import {playCommand, recordedIn, tempFolder} from '../support/record/recorded.ts'
import type {TestViewer} from '../support/viewer/test-viewer.ts'
import {testViewer} from '../support/viewer/test-viewer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = tempFolder('json-output')
const home = join(temp, 'home')
const place = {home, cwd: root}

const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  formats: {'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/},
})
const schemas = new Map<string, ValidateFunction>(
  readdirSync(join(root, 'docs/schemas')).map((file) => [
    file.replace('.schema.json', ''),
    ajv.compile(JSON.parse(readFileSync(join(root, 'docs/schemas', file), 'utf8'))),
  ]),
)

/** What is wrong with values by a schema of docs/schemas; there must be at least one value. */
function mistakes(name: string, values: readonly unknown[]): readonly string[] {
  const validate = schemas.get(name)
  if (!validate) throw new Error(`There is no schema ${name}.`)
  expect(values.length, name).toBeGreaterThan(0)
  return values.flatMap((value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({instancePath, message, params}) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
        ),
  )
}

const linesOf = (...words: readonly string[]): readonly unknown[] => jsonLines(recount(words, place).stdout)
const objectOf = (...words: readonly string[]): unknown => JSON.parse(recount(words, place).stdout)

beforeAll(() => {
  expect(mistakes('index', linesOf('index', '--json', 'test/recordings'))).toEqual([])
})

describe('each line follows its schema', () => {
  test('of ls', () => expect(mistakes('session', linesOf('ls', '--json'))).toEqual([]))
  test.each(['hello', 'kind:call', 'kind:result tool:Bash', 'kind:prompt', 'kind:hook', 'error'])(
    'of search %s',
    (query) =>
      expect(mistakes('search-hit', linesOf('search', '--json', '--limit', '500', query))).toEqual([]),
  )
  test('of usage summary', () =>
    expect(mistakes('usage-summary', linesOf('usage', 'summary', '--json'))).toEqual([]))
  test('of file', () => expect(mistakes('file-session', linesOf('file', 'src/app.ts', '--json'))).toEqual([]))
  test('of usage --reconcile', () =>
    expect(mistakes('reconciliation', linesOf('usage', '--reconcile', '--json'))).toEqual([]))
})

describe('each object follows its schema', () => {
  test.each(usageGroups)('of usage %s', (group) => {
    const lines = linesOf('usage', group, '--json')
    expect(lines).toHaveLength(1)
    expect(mistakes('usage', lines)).toEqual([])
  })
  test('of inspect, changes, show and doctor', () => {
    const changed = recordings.flatMap(({transcripts}) => transcripts.slice(0, 1)).slice(0, 20)
    const changes = changed.map(({path}) => objectOf('changes', path, '--json'))
    expect(mistakes('changes', changes)).toEqual([])
    expect(mistakes('inspection', [objectOf('inspect', 'test/recordings', 'samples', '--json')])).toEqual([])
    expect(mistakes('doctor', linesOf('doctor', '--json'))).toEqual([])
  })
  test.each([
    ...recordings.map(({folder}) => folder),
    'samples/discount/webui',
    'samples/discount/stream.jsonl',
  ])('of show %s', (path) =>
    expect(mistakes('conversation', [objectOf('show', path, '--format', 'json')])).toEqual([]),
  )
  test('of export, for pages and their index', () => {
    const pages = join(temp, 'pages')
    expect(recount(['export', 'test/recordings', '-o', pages, '--format', 'json'], place).status).toBe(0)
    const files = readdirSync(pages, {recursive: true, encoding: 'utf8'}).filter((file) =>
      /(?:^|\/)[^.][^/]*\.json$/.test(file),
    )
    const read = (file: string): unknown => JSON.parse(readFileSync(join(pages, file), 'utf8'))
    const isIndex = (file: string): boolean => /(?:^|\/)index\.json$/.test(file)
    expect(mistakes('export-index', files.filter(isIndex).map(read))).toEqual([])
    expect(mistakes('page', files.filter((file) => !isIndex(file)).map(read))).toEqual([])
  })
  test.each([
    ['ended', ['--exit', '3']],
    ['crashed', ['--mode', 'crash']],
  ] as const)('of record --ci, for a run that %s', (name, options) => {
    const folder = join(temp, name)
    const words = ['record', '--ci', '--ci-folder', folder, '--title', name, '--']
    recount([...words, ...playCommand('2.1.325/subagent', ...options)], {home: folder})
    expect(mistakes('run', [JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8'))])).toEqual([])
    expect(
      mistakes(
        'recording',
        recordedIn(folder).map(({about}) => about),
      ),
    ).toEqual([])
  })
})

describe('each answer of the viewer follows its schema', () => {
  let viewer: TestViewer
  beforeAll(async () => {
    viewer = await testViewer((projects) => {
      for (const name of ['2.1.112/parallel', '2.1.325/subagent', '2.1.325/hooks'])
        cpSync(recording(name).folder, join(projects, name), {recursive: true})
    })
  })
  afterAll(() => viewer.close())

  test.each([
    ['/api/sessions.json', 'session-list', 200],
    ['/api/sessions.json?tool=Bash&errors=1&sort=cost', 'session-list', 200],
    ['/api/live.json', 'running-sessions', 200],
    ['/api/search.json?q=hello', 'search-results', 200],
    ['/api/search.json', 'search-results', 200],
    ['/api/search.json?q=kind:nothing', 'error', 400],
    ['/api/usage.json?by=tool', 'usage', 200],
    ['/usage.json?by=blocks', 'usage', 200],
    ['/api/usage.json?by=daily&split=model&range=all', 'usage', 200],
    ['/api/usage-summary.json', 'usage-summary', 200],
    ['/api/unknown.json', 'error', 404],
    ['/s/unknown/head', 'error', 404],
  ])('%s', async (path, schema, status) => {
    const response = await viewer.get(path)
    expect(response.status).toBe(status)
    expect(mistakes(schema, [await response.json()])).toEqual([])
  })
  test('the export of a session', async () => {
    const {sessions} = await (await viewer.get('/api/sessions.json')).json()
    const response = await viewer.get(`/s/${sessions[0].sessionId}/export.json`)
    expect(mistakes('page', [await response.json()])).toEqual([])
  })
})

test('a field that no schema names is a mistake', () => {
  const [session] = jsonLines(recount(['ls', '--json'], place).stdout)
  expect(mistakes('session', [{...session, cost: 1}])).toEqual([
    expect.stringContaining('must NOT have additional properties'),
  ])
  expect(mistakes('session', [{...session, startedAt: 1_772_615_520_581}])).not.toEqual([])
})
