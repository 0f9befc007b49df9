import {cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import {recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-curate-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const config = join(temp, 'claude')
cpSync(
  fileURLToPath(new URL('../recordings/2.1.325/hello', import.meta.url)),
  join(config, 'projects', '-work-hello'),
  {recursive: true},
)
const env = {CLAUDE_CONFIG_DIR: config}
const run = (home: string, ...words: string[]) => recount(words, {home: join(temp, home), env})
const rows = (home: string, ...words: string[]) =>
  run(home, 'ls', '--json', ...words)
    .stdout.split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('on the command line', () => {
  const [{sessionId, title}] = rows('one')
  const [{link}] = run('one', 'search', '--json', 'kind:prompt')
    .stdout.split('\n')
    .map((line) => JSON.parse(line || '{}'))

  test('a session is named, starred, tagged, noted and hidden, and all of it removed again', () => {
    expect(run('one', 'name', sessionId, 'Release', '2.0').stdout).toBe(
      `Named "Release 2.0": ${sessionId.slice(0, 8)} Release 2.0\n`,
    )
    expect(run('one', 'star', 'latest').stdout).toMatch(/^Starred: /)
    expect(run('one', 'tag', sessionId, 'Incident', 'db').stdout).toMatch(/^Tags: db, incident: /)
    expect(run('one', 'note', sessionId, 'The flaky one').stdout).toMatch(/^Note saved: /)
    expect(rows('one', '--starred', '--tag', 'incident')).toMatchObject([
      {
        title: 'Release 2.0',
        name: 'Release 2.0',
        isStarred: true,
        tags: ['db', 'incident'],
        note: 'The flaky one',
      },
    ])
    expect(run('one', 'ls').stdout).toContain('★ Release 2.0 #db #incident')
    expect(run('one', 'hide', sessionId).stdout).toMatch(/^Hidden: /)
    expect(rows('one')).toEqual([])
    expect(rows('one', '--hidden')).toMatchObject([{sessionId, isHidden: true}])
    for (const words of [['hide'], ['star'], ['note'], ['name']])
      expect(run('one', ...words, sessionId, '--remove').status).toBe(0)
    expect(run('one', 'tag', sessionId, 'db', 'incident', '--remove').stdout).toMatch(/^No tags: /)
    expect(rows('one')).toMatchObject([{title, name: null, isStarred: false, tags: [], note: null}])
  })

  test('a message is starred by the link that search prints', () => {
    expect(run('one', 'star', link).stdout).toMatch(/^Starred: .* message /)
    expect(run('one', 'search', '--json', 'is:starred').stdout).toContain(link)
    expect(run('one', 'search', '--json', 'is:starred').stdout.trim().split('\n')).toHaveLength(1)
    expect(run('one', 'hide', link)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Only sessions'),
    })
    run('one', 'star', link, '--remove')
  })

  test('what is missing or wrong is an error', () => {
    expect(run('one', 'note', sessionId)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('note needs a text or --remove'),
    })
    expect(run('one', 'star', 'ffffffff').stderr).toContain('Cannot find ffffffff')
    expect(run('one', 'tag', sessionId, 'two words').stderr).toContain('Invalid tag "two words"')
    expect(run('one', 'star', config).stderr).toContain('it is a file or a folder')
  })

  test('files of Claude Code stay as they are, and everything moves to another archive', () => {
    const file = join(config, 'projects', '-work-hello')
    const before = statSync(file).mtimeMs
    run('one', 'name', sessionId, 'Moved')
    run('one', 'star', link)
    const folder = join(temp, 'moved')
    expect(run('one', 'restore', '--all', '--to', folder).status).toBe(0)
    expect(statSync(file).mtimeMs).toBe(before)
    expect(statSync(join(folder, 'curation.json')).mode & 0o777).toBe(0o600)
    const into = recount(['import', folder], {home: join(temp, 'two'), env: {CLAUDE_CONFIG_DIR: temp}})
    expect(into.stdout).toContain('Imported 2 names, stars, tags and notes.')
    expect(rows('two')).toMatchObject([{title: 'Moved'}])
    expect(run('two', 'search', '--json', 'is:starred').stdout).toContain(link)
    expect(run('two', 'import', join(folder, 'curation.json')).stdout).toContain('Imported 0 names')
  })

  test('a file from elsewhere cannot bring in anything but valid items', () => {
    const path = join(temp, 'curation.json')
    const valid = JSON.parse(readFileSync(join(temp, 'moved', 'curation.json'), 'utf8'))
    const item = {...valid.items[0], changedAt: '2030-01-01T00:00:00.000Z'}
    const items = [
      {...item, name: 'x'.repeat(999)},
      {...item, tags: ['<b>']},
      {...item, changedAt: 'soon'},
      7,
      null,
    ]
    writeFileSync(path, JSON.stringify({...valid, items}))
    expect(run('two', 'import', path).stdout).toBe('Imported 0 conversations.\n')
    writeFileSync(path, '{"items": []}')
    expect(run('two', 'import', path)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Cannot import'),
    })
  })
})
