import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {recording} from '../support/conversation/recordings.ts'
import type {RunResult} from '../support/program.ts'
import {jsonLines, recount as run} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-resolve-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const idOf = (number: number): string => `${String(number).repeat(8)}-0000-4000-8000-00000000000${number}`

let places = 0

/** A machine with its own home, Claude Code's folder and an archive. */
function newMachine() {
  places += 1
  const home = join(temp, String(places))
  const claude = join(home, 'claude')
  const nowhere = join(home, 'nowhere')
  mkdirSync(nowhere, {recursive: true})
  const recount = (words: readonly string[], cwd = nowhere, input?: string): RunResult =>
    run(words, {
      home: join(home, 'recount'),
      cwd,
      env: {HOME: home, CLAUDE_CONFIG_DIR: claude},
      ...(input === undefined ? {} : {input}),
    })
  /** The id of a row of `ls`. */
  const listed = (row = 0, ...options: readonly string[]): string =>
    String(jsonLines(recount(['ls', '--json', ...options]).stdout)[row]?.['sessionId'])
  return {
    home,
    claude,
    nowhere,
    recount,
    listed,
    folder(name: string): string {
      const folder = join(home, 'work', name)
      mkdirSync(folder, {recursive: true})
      return folder
    },
    /** Writes the transcript of a session that worked in a folder for some minutes of one day. */
    write(id: string, folder: string, minute: number, texts: readonly string[] = ['Hello']): string {
      const kept = join(claude, 'projects', folder.replaceAll(/[^A-Za-z0-9]/g, '-'))
      mkdirSync(kept, {recursive: true})
      const path = join(kept, `${id}.jsonl`)
      writeFileSync(path, '')
      const base = {sessionId: id, cwd: folder, version: '2.1.325', parentUuid: null, isSidechain: false}
      texts.forEach((text, at) => {
        const timestamp = new Date(Date.parse('2026-01-01') + minute * 60_000 + at * 1000).toISOString()
        const asked = {...base, type: 'user', uuid: `${id.slice(0, 4)}${at}-${text}`, timestamp}
        appendFileSync(path, `${JSON.stringify({...asked, message: {role: 'user', content: text}})}\n`)
      })
      return path
    },
    /** The sessions that `show` shows for a word. */
    shown(word: string, cwd = nowhere, ...options: readonly string[]): readonly string[] {
      const {stdout, stderr, status} = recount(['show', word, '--format', 'json', ...options], cwd)
      if (status !== 0) throw new Error(stderr)
      const document: {readonly sessions: readonly {readonly sessionId: string}[]} = JSON.parse(stdout)
      return document.sessions.map(({sessionId}) => sessionId)
    },
  }
}

describe('"latest" is the first row of ls', () => {
  test('if files are there, whatever their times are', () => {
    const {folder, write, shown, listed} = newMachine()
    const old = write(idOf(1), folder('a'), 1)
    utimesSync(write(idOf(2), folder('b'), 2), 1, 1)
    // Copied later, but without a newer message.
    utimesSync(old, new Date(), new Date())
    expect(shown('latest')).toEqual([idOf(2)])
    expect(listed()).toBe(idOf(2))
    expect(shown('latest~1')).toEqual([idOf(1)])
    expect(listed(1)).toBe(idOf(1))
  })
  test('if files were deleted', () => {
    const {folder, write, shown, listed, recount} = newMachine()
    write(idOf(1), folder('a'), 1)
    const path = write(idOf(2), folder('a'), 2)
    recount(['index'])
    rmSync(path)
    expect(listed()).toBe(idOf(2))
    expect(shown('latest')).toEqual([idOf(2)])
  })
  test('if there are copies', () => {
    const {folder, write, shown, listed} = newMachine()
    write(idOf(1), folder('a'), 1)
    for (const name of ['b', 'c']) write(idOf(2), folder(name), 2)
    expect(listed()).toBe(idOf(2))
    expect(shown('latest')).toEqual([idOf(2)])
  })
  test('if there are only recordings', () => {
    const {recount, shown, listed, nowhere} = newMachine()
    for (const name of ['hello', 'parallel']) {
      const stream = readFileSync(join(recording(`2.1.325/${name}`).folder, 'stream.jsonl'), 'utf8')
      expect(recount(['--record'], nowhere, stream).status).toBe(0)
    }
    expect(shown('latest')).toEqual([listed()])
    expect(shown('latest~1')).toEqual([listed(1)])
    expect(listed()).not.toBe(listed(1))
  })
  test('inside the folder of a project, the first row of ls --project .', () => {
    const {folder, write, shown, listed, recount} = newMachine()
    const [shop, bank] = [folder('shop'), folder('bank')]
    write(idOf(1), shop, 1)
    write(idOf(2), shop, 2)
    write(idOf(3), bank, 3)
    const here = jsonLines(recount(['ls', '--json', '--project', '.'], shop).stdout).map(
      ({sessionId}) => sessionId,
    )
    expect(here).toEqual([idOf(2), idOf(1)])
    expect(shown('latest', shop)).toEqual([idOf(2)])
    expect(shown('latest~1', shop)).toEqual([idOf(1)])
    expect(shown('latest', shop, '--all')).toEqual([listed()])
    expect(shown('latest', folder('shop/src'))).toEqual([listed()])
    expect(recount(['show', 'latest~2'], shop)).toMatchObject({
      status: 1,
      stderr: `Cannot find latest~2: there are only 2 sessions in ${shop}; use --all for all projects.\n`,
    })
  })
  test('and nothing if there is none', () => {
    expect(newMachine().recount(['show', 'latest'])).toMatchObject({
      status: 1,
      stderr: 'Cannot find the latest session: there is none.\n',
    })
  })
})

describe('a session with copies of its file', () => {
  const {folder, write, shown, recount, claude} = newMachine()
  const short = write(idOf(1), folder('a'), 1, ['first'])
  const long = write(idOf(1), folder('b'), 1, ['first', 'second'])
  const sentence = new RegExp(`^Found 2 copies of ${idOf(1)}\\. .*, ${long} .*; ignoring ${short} `)
  test('is shown by the most complete one, which is reported', () => {
    const ran = recount(['show', '1111'])
    expect(ran).toMatchObject({status: 0, stdout: expect.stringContaining('second')})
    expect(ran.stderr).toMatch(sentence)
  })
  test('is opened by the link that search prints', () => {
    recount(['index'])
    const [hit] = jsonLines(recount(['search', 'second', '--json']).stdout)
    const ran = recount(['show', String(hit?.['link'])])
    expect(ran).toMatchObject({status: 0, stdout: expect.stringContaining('second')})
  })
  test('is exported and shown by the most complete one when all copies were deleted', () => {
    rmSync(join(claude, 'projects'), {recursive: true})
    expect(shown('1111')).toEqual([idOf(1)])
    expect(recount(['show', '1111']).stdout).toContain('second')
    expect(recount(['export', '1111', '-o', '-', '--format', 'md']).stdout).toContain('second')
  })
})

describe('the beginning of an id', () => {
  const {folder, write, recount, shown, nowhere} = newMachine()
  const [one, two] = [`${idOf(5).slice(0, -1)}1`, `${idOf(5).slice(0, -1)}2`]
  test('that several have lists them, wherever they are', () => {
    const gone = write(one, folder('shop'), 1, ['Fix the discount'])
    recount(['index'])
    rmSync(gone)
    write(two, folder('bank'), 2, ['Count the money'])
    for (const command of ['show', 'replay', 'export', 'inspect', 'import', 'restore', 'resume']) {
      const {stdout, stderr, status} = recount([command, '5555'])
      expect({command, stdout, status}).toEqual({command, stdout: '', status: 1})
      const [sentence, head, ...rows] = stderr.trimEnd().split('\n')
      expect(sentence).toBe('"5555" matches 2 sessions:')
      expect(head).toMatch(/^session +title +project +state +age$/)
      expect(rows[0]).toMatch(new RegExp(`^${two} +Count the money +bank `))
      expect(rows[1]).toMatch(new RegExp(`^${one} +Fix the discount +shop `))
    }
  })
  test('is enough on both sides of a link', () => {
    const id = idOf(6)
    write(id, folder('shop'), 3, ['alpha', 'beta', 'alps'])
    const [found = '', message = ''] = `${id.slice(0, 5)}#${id.slice(0, 4)}1`.split('#')
    const {stdout, status} = recount(['show', `${found}#${message}`])
    expect(status).toBe(0)
    expect(stdout).toContain('beta')
    expect(stdout).not.toContain('alpha')
    expect(recount(['show', `${found}#${id.slice(0, 4)}`])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('matches 3 messages, such as 66660-alpha and 66661-beta.'),
    })
    expect(recount(['show', `${found}#nowhere`])).toMatchObject({status: 1, stdout: ''})
  })
  test('is found on disk though the archive cannot be used', async () => {
    const machine = newMachine()
    machine.write(idOf(8), machine.folder('shop'), 1)
    machine.recount(['index'])
    const database = await openDatabase(archiveFile(join(machine.home, 'recount')))
    database.exec('pragma user_version = 999')
    database.close()
    const {stdout, stderr, status} = machine.recount(['show', '8888'])
    expect({status, stderr}).toEqual({
      status: 0,
      stderr: expect.stringMatching(/a newer recount made it .* Searching for the session without it\.\n$/),
    })
    expect(stdout).toContain('Hello')
    expect(machine.recount(['show', '9999'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('a newer recount made it'),
    })
  })
  test('of a whole id means that session alone', () => {
    const longer = `${idOf(7)}-copy`
    write(idOf(7), folder('shop'), 4, ['whole'])
    copyFileSync(write(longer, folder('shop'), 5, ['longer']), join(nowhere, 'x.jsonl'))
    expect(shown(idOf(7))).toEqual([idOf(7)])
  })
})

test('every command takes the same words', () => {
  const {folder, write, recount, nowhere, home} = newMachine()
  write(idOf(1), folder('shop'), 1, ['older'])
  const path = write(idOf(2), folder('shop'), 2, ['newer'])
  recount(['index'])
  for (const [word, text] of [
    [idOf(2), 'newer'],
    ['2222', 'newer'],
    ['latest', 'newer'],
    ['latest~1', 'older'],
    ['2222#22220', 'newer'],
    [path, 'newer'],
  ] as const) {
    const output = (...words: readonly string[]): string => {
      const {stdout, stderr, status} = recount(words)
      if (status !== 0) throw new Error(`recount ${words.join(' ')}: ${stderr}`)
      return stdout
    }
    expect(output('show', word)).toContain(text)
    expect(output('replay', word, '--speed', 'max')).toContain(text)
    expect(output('export', word, '-o', '-', '--format', 'md')).toContain(text)
    expect(output('slack', word, '--dry-run', '--slack-level', 'verbose')).toContain(text)
    expect(output('inspect', word, '--json')).toContain('"records": 1,')
    expect(output('resume', word, '--print')).toContain(text === 'newer' ? idOf(2) : idOf(1))
    expect(output('import', word, '--store', join(nowhere, 'store'))).toContain('1 conversation')
    if (word !== path) output('restore', word, '--to', join(home, `restored-${text}-${word.length}`))
  }
})

test('a session that was just recorded is found before the archive has it', () => {
  const {recount, shown, nowhere} = newMachine()
  const stream = readFileSync(join(recording('2.1.325/hello').folder, 'stream.jsonl'), 'utf8')
  recount(['--record'], nowhere, stream)
  expect(shown('ab0a1e6b')[0]).toMatch(/^ab0a1e6b/)
})

test('a session that was recorded in several runs is shown with all of them', () => {
  const {recount, nowhere, listed, home} = newMachine()
  for (const name of ['stream', 'stream-2', 'stream-3']) {
    const stream = readFileSync(join(recording('2.1.325/resume-fork').folder, `${name}.jsonl`), 'utf8')
    recount(['--record'], nowhere, stream)
  }
  const textsOf = (text: string): readonly string[] => text.match(/Noted: kiwi\.|The word was kiwi\./g) ?? []
  const agree = (word: string): void => {
    for (const command of [
      ['show', word],
      ['export', word, '-o', '-', '--format', 'md'],
    ])
      expect(textsOf(recount(command).stdout), command.join(' ')).toEqual([
        'Noted: kiwi.',
        'The word was kiwi.',
      ])
  }
  for (const word of ['2c8804f8', listed(), 'latest']) agree(word)
  rmSync(join(home, 'recount', 'recordings'), {recursive: true})
  agree('latest')
})

test('a transcript that became a link is read out of the archive', () => {
  const {folder, write, recount, home} = newMachine()
  const path = write(idOf(1), folder('shop'), 1, ['mine'])
  recount(['index'])
  const secret = join(home, 'secret.jsonl')
  writeFileSync(secret, readFileSync(path, 'utf8').replaceAll('mine', 'secret'))
  rmSync(path)
  symlinkSync(secret, path)
  for (const word of ['1111', idOf(1), 'latest']) expect(recount(['show', word]).stdout).toContain('mine')
})
