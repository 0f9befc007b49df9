import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {findHidden, hiddenText} from '../support/hostile/hidden-characters.ts'
import type {RunResult} from '../support/program.ts'
import {recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-hidden-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const esc = '\u001b'
/** No argument has a NUL, and what Node 20 reads a database with ends texts there. */
const x = hiddenText.replace('\0v', '')
/** Names of files are at most 255 bytes long. */
const short = 'a\u202e\u200b\u0085\u2028\u{e0041}\u3164\u001b[31mb'
const id = '0b6f3a52-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
const projects = join(temp, 'claude', 'projects')
const transcript = join(projects, '-home-ada-shop', `${id}.jsonl`)
const place = {
  home: join(temp, 'home'),
  cwd: temp,
  env: {CLAUDE_CONFIG_DIR: join(temp, 'claude'), HOME: temp},
}

/** A session with hidden characters in every text that a command prints of it. */
function session(sessionId: string): string {
  const common = {
    sessionId,
    cwd: `/home/ada/${x}`,
    version: `2.1.325${x}`,
    gitBranch: x,
    isSidechain: false,
    userType: 'external',
  }
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  }
  const records = [
    {type: 'summary', summary: `summary ${x}`, leafUuid: 'u3'},
    {type: 'custom-title', customTitle: `title ${x}`, sessionId},
    {
      ...common,
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      timestamp: '2026-11-17T10:00:00.000Z',
      message: {role: 'user', content: `needle ${x}`},
    },
    {
      ...common,
      type: 'assistant',
      uuid: 'u2',
      parentUuid: 'u1',
      timestamp: '2026-11-17T10:00:01.000Z',
      requestId: 'r1',
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: `claude-${x}`,
        stop_reason: 'tool_use',
        usage,
        content: [
          {type: 'text', text: `needle said ${x}`},
          {type: 'tool_use', id: 't1', name: `Tool${x}`, input: {[x]: x, command: `needle ${x}`}},
        ],
      },
    },
    {
      ...common,
      type: 'user',
      uuid: 'u3',
      parentUuid: 'u2',
      timestamp: '2026-11-17T10:00:02.000Z',
      message: {
        role: 'user',
        content: [{type: 'tool_result', tool_use_id: 't1', is_error: true, content: `needle ${x}`}],
      },
    },
    {...common, type: `unknown${x}`, uuid: 'u4', parentUuid: 'u3', timestamp: '2026-11-17T10:00:03.000Z'},
  ]
  return `${records.map((record) => `${JSON.stringify(record)}\n`).join('')}{"broken ${x}\n`
}

beforeAll(() => {
  mkdirSync(join(projects, '-home-ada-shop'), {recursive: true})
  mkdirSync(join(projects, `-home-${short}`), {recursive: true})
  writeFileSync(transcript, session(id))
  writeFileSync(join(projects, `-home-${short}`, `${short}.jsonl`), session(short))
  expect(recount(['index'], place)).toMatchObject({status: 0})
})

const palette = new RegExp(`${esc}\\[(?:1|2|22|31|36|39)m`, 'g')
/** Colours of pages are more, and are the renderer's own. */
const anyColour = new RegExp(`${esc}\\[[\\d;:]*m`, 'g')

let names = 0
const newName = (what: string): string => {
  names += 1
  return join(temp, `${what} ${names} ${short}`)
}

const commandsOf = (): Readonly<Record<string, readonly string[]>> => ({
  ls: ['ls'],
  'ls of a project': ['ls', '--project', x],
  search: ['search', 'needle'],
  'search for hidden characters': ['search', x],
  'a query with a mistake': ['search', `cost:${x}`],
  'a query with an open quote': ['search', `"${x}`],
  'usage by session': ['usage', 'session'],
  'usage by project': ['usage', 'project'],
  'usage by model': ['usage', 'model'],
  'usage by tool': ['usage', 'tool'],
  'usage by something unknown': ['usage', x],
  'usage compared with what was reported': ['usage', '--reconcile'],
  sql: ['sql', 'select * from session'],
  'sql over entries': ['sql', 'select * from entry'],
  'sql of a text': ['sql', `select '${x}' as "${x}"`],
  'sql with a mistake': ['sql', `select ${x}`],
  inspect: ['inspect', transcript],
  'inspect of a folder': ['inspect', projects],
  'inspect of a hostile name': ['inspect', join(projects, `-home-${short}`)],
  'a file that is not there': ['inspect', join(temp, x)],
  'a session that is not there': ['show', x],
  'an unknown command': [x],
  'an unknown option': ['ls', `--${x}`],
  'a wrong value': ['ls', '--limit', x],
  'a wrong time': ['ls', '--after', x],
  'resume of an unknown session': ['resume', '--print', x],
  'resume of a hostile name': ['resume', '--print', join(projects, `-home-${short}`, `${short}.jsonl`)],
  'resume of a hostile folder': ['resume', '--print', id],
  restore: ['restore', '--all', '--to', newName('restored')],
  'restore of an unknown session': ['restore', x],
  export: ['export', transcript, '--output', `${newName('page')}.html`],
  'export of an unknown format': ['export', transcript, '--format', x],
  import: ['import', transcript, '--store', newName('store')],
  show: ['show', transcript, '--no-pager'],
  'slack to be looked at': ['slack', transcript, '--dry-run'],
})

describe.each([
  ['without colour', {NO_COLOR: '1'}],
  ['with colour', {NO_COLOR: '', FORCE_COLOR: '1'}],
] as const)('no hidden character is printed %s', (_, color) => {
  test.each(Object.entries(commandsOf()))('by %s', (name, words) => {
    const {stdout, stderr} = recount(words, {...place, env: {...place.env, ...color}})
    // Pages and messages leave such characters out; everything else shows where they were.
    if (!/^(?:show|slack)/.test(name)) expect(stdout + stderr).toContain('\ufffd')
    expect(findHidden(name === 'show' ? stdout.replace(anyColour, '') : stdout.replace(palette, ''))).toBe(
      undefined,
    )
    expect(findHidden(stderr)).toBe(undefined)
    // The colour is one of ours, but it was in a name.
    if (name !== 'show') expect(stdout + stderr).not.toContain(`${esc}[31mb`)
  })
  test('by the status line', () => {
    const input = JSON.stringify({session_id: x, model: {id: x, display_name: x}, cost: {total_cost_usd: 1}})
    const {stdout, stderr} = recount(['usage', 'statusline'], {
      ...place,
      input,
      env: {...place.env, ...color},
    })
    expect(stdout).toContain('$1.00')
    expect(findHidden(stdout.replace(palette, '') + stderr)).toBe(undefined)
  })
})

describe('JSON has no hidden character and the value that it had', () => {
  const parsed = ({stdout, status}: RunResult): unknown => {
    expect(status).toBe(0)
    expect(findHidden(stdout)).toBe(undefined)
    return stdout.trimStart().startsWith('{\n')
      ? JSON.parse(stdout)
      : stdout
          .trim()
          .split('\n')
          .map((line): unknown => JSON.parse(line))
  }
  /** Every text in a value, keys too. */
  const textsOf = (value: unknown): readonly string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)])
        : []
  test.each<readonly [string, readonly string[], string]>([
    ['ls', ['ls', '--json'], `/home/ada/${x}`],
    ['search', ['search', 'needle', '--json'], `/home/ada/${x}`],
    ['usage by model', ['usage', 'model', '--json'], `claude-${x}`],
    ['usage by tool', ['usage', 'tool', '--json'], `Tool${x}`],
    ['sql', ['sql', 'select project from session', '--json'], `/home/ada/${x}`],
    ['sql with a hostile column', ['sql', `select 1 as "${x}"`, '--json'], x],
    ['inspect', ['inspect', transcript, '--json'], `2.1.325${x}`],
    ['show', ['show', transcript, '--format', 'json'], `needle said ${x}`],
    ['export', ['export', transcript, '--format', 'json', '--output', '-'], `/home/ada/${x}`],
  ])('%s', (_, words, text) => {
    expect(textsOf(parsed(recount(words, place)))).toContain(text)
  })
})

test('doctor --json names a lost file exactly, and prints nothing that is not seen', async () => {
  const home = join(temp, 'doctor')
  const folder = join(temp, 'projects-of-doctor')
  mkdirSync(folder)
  const path = join(folder, `${short}.jsonl`)
  writeFileSync(path, session(id))
  expect(recount(['index', folder], {...place, home}).status).toBe(0)
  const database = await openDatabase(archiveFile(home))
  database.exec('insert into lost select id, size, 7, 0 from file')
  database.close()
  const {stdout, status} = recount(['doctor', '--json'], {...place, home})
  expect({status, hidden: findHidden(stdout.trimEnd())}).toEqual({status: 0, hidden: findHidden('')})
  expect(JSON.parse(stdout)).toMatchObject({lost: [{path, bytes: 7}]})
})
