import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import {asNobody, canDenyAccess, program, recount} from '../support/program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-export-test-'))
// Some tests run the program as another user, who must have access to this folder.
chmodSync(temp, 0o755)
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** Root may do everything, so access is denied to another user, who must be able to run the program. */
const forbids = canDenyAccess()

const sample = join(root, 'samples/discount/transcript')
const id = '3ae4c46c-fb7c-4587-9261-0ac9ae018336'

let places = 0
/** A path where nothing is yet. */
const place = (name: string): string => {
  places += 1
  const folder = join(temp, String(places))
  mkdirSync(folder)
  return join(folder, name)
}

/** Runs `recount export` with an archive of its own. */
const run = (words: readonly string[], options: Partial<Parameters<typeof recount>[1]> = {}) =>
  recount(['export', ...words], {home: join(temp, 'home'), ...options})

/** Every file below a folder, by its path, with what shows whether it was written again. */
const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .map((name) => ({name, about: statSync(join(folder, name))}))
      .filter(({about}) => about.isFile())
      .map(({name, about}) => [name, `${about.ino} ${about.mtimeMs}`]),
  )

const namesIn = (folder: string): readonly string[] => [...filesIn(folder).keys()].sort()

interface Said {
  readonly uuid?: string
  readonly answer?: string
  readonly time?: string
  readonly cwd?: string
  readonly asked?: string
}

/** A little session: a prompt, and an answer. */
function session(sessionId: string, {uuid = sessionId, answer, time, cwd, asked}: Said = {}): string {
  const at = time ?? '2026-03-04T10:00:00.000Z'
  const base = {sessionId, cwd: cwd ?? '/work/shop', timestamp: at, version: '2.1.112', userType: 'external'}
  const usage = {input_tokens: 1000, output_tokens: 100}
  const content = [{type: 'text', text: `The answer of ${uuid}.`}]
  const message = {id: answer ?? `msg_${uuid}`, role: 'assistant', model: 'claude-opus-4-1', content, usage}
  return [
    {
      ...base,
      type: 'user',
      uuid: `${uuid}-1`,
      parentUuid: null,
      message: {role: 'user', content: asked ?? `Ask ${uuid}`},
    },
    {...base, type: 'assistant', uuid: `${uuid}-2`, parentUuid: `${uuid}-1`, message},
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

const uuidOf = (digit: number): string => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`

/** A folder of transcripts as Claude Code keeps it: two projects, three sessions. */
function projects(): string {
  const folder = place('projects')
  for (const [project, digit] of [
    ['-work-shop', 1],
    ['-work-shop', 2],
    ['-work-desk', 3],
  ] as const) {
    mkdirSync(join(folder, project), {recursive: true})
    const cwd = `/${project.slice(1).replaceAll('-', '/')}`
    const time = `2026-03-0${digit}T10:00:00.000Z`
    writeFileSync(join(folder, project, `${uuidOf(digit)}.jsonl`), session(uuidOf(digit), {cwd, time}))
  }
  return folder
}

const pageOf = (digit: number): string =>
  `${digit === 3 ? 'work-desk' : 'work-shop'}/session-${uuidOf(digit)}.html`

describe('one session', () => {
  for (const ending of ['html', 'md', 'json']) {
    test(`is written into one file, in the format that its name says: ${ending}`, () => {
      const out = place(`page.${ending}`)
      const {stdout, stderr, status} = run([join(root, 'samples/discount/stream.jsonl'), '-o', out])
      expect({stderr, status}).toEqual({stderr: '', status: 0})
      expect(stdout).toMatch(/^Wrote 1 page \([\d.]+ kB\) to /)
      expect(stdout).toContain(out)
      const page = readFileSync(out, 'utf8')
      expect(page).toContain('members get their discount twice')
      expect(readdirSync(join(out, '..'))).toEqual([`page.${ending}`])
      if (ending === 'html') expect(page).toMatch(/^<!doctype html>/i)
      if (ending === 'json') expect(JSON.parse(page)).toMatchObject({format: 'recount-page', version: 1})
    })
  }
  test('goes to standard output, with the status on standard error', () => {
    const {stdout, stderr} = run([sample, '-o', '-', '--format', 'json'])
    expect(JSON.parse(stdout).sessions[0].sessionId).toBe(id)
    expect(stderr).toMatch(/^Wrote 1 session \(/)
  })
  test('may come through standard input', () => {
    const input = session('piped')
    expect(run(['-', '-o', '-', '--format', 'md'], {input}).stdout).toContain('The answer of piped.')
    const out = place('pages')
    expect(run(['-', '-o', out], {input}).status).toBe(0)
    expect(run(['-', '-o', out], {input: session('piped', {asked: 'Else'})}).stdout).toContain('Wrote 1 page')
    expect(readFileSync(join(out, 'stdin/session-piped.html'), 'utf8')).toContain('Else')
  })
  test('that was kept before it was piped has its own times, and none of its arrival', () => {
    const untimed = JSON.stringify({type: 'last-prompt', lastPrompt: 'Ask piped', sessionId: 'piped'})
    const {stdout} = run(['-', '-o', '-', '--format', 'json'], {input: `${session('piped')}${untimed}\n`})
    const then = '2026-03-04T10:00:00.000Z'
    expect(JSON.parse(stdout).sessions).toMatchObject([{startedAt: then, endedAt: then}])
  })
  test('of which only its head is wanted has a page all the same', () => {
    const {stdout, status} = run(['-', '-o', '-', '--depth', 'session', '--format', 'md'], {
      input: session('piped'),
    })
    expect(status).toBe(0)
    expect(stdout).toContain('# Ask piped')
    expect(stdout).not.toContain('The answer of piped.')
  })
  test('has a page of its own in a folder, and no index', () => {
    const out = place('pages')
    const {stdout} = run([join(sample, '-home-ada-shop', `${id}.jsonl`), '-o', out])
    expect(namesIn(out)).toEqual(['.recount-export.json', `home-ada-shop/session-${id}.html`])
    expect(stdout).toContain(`home-ada-shop/session-${id}.html`)
  })
  test('costs what the client reported, else what its answers cost by the known prices, else nothing is said', () => {
    const costOf = (text: string): unknown => {
      const {stdout} = run(['-', '-o', '-', '--format', 'json'], {input: text})
      const {costUsd, costSource} = JSON.parse(stdout).sessions[0]
      return [costUsd, costSource]
    }
    // 1000 tokens at 15 and 100 at 75 dollars a million; the same answer twice is paid once.
    const twice = session('a') + session('a').split('\n')[1]
    expect(costOf(twice)).toEqual([0.0225, 'computed'])
    expect(costOf(session('a').replace('claude-opus-4-1', 'nobody-knows-1'))).toEqual([undefined, undefined])
    const stream = readFileSync(join(root, 'samples/discount/stream.jsonl'), 'utf8')
    expect(costOf(stream)).toEqual([expect.any(Number), 'reported'])
  })
})

describe('a folder of sessions', () => {
  test('has a page for each session, one for each project with several, and an index', () => {
    const out = place('pages')
    const {stdout, stderr, status} = run([projects(), '-o', out])
    expect({stderr, status}).toEqual({stderr: '', status: 0})
    expect(stdout).toMatch(/^Wrote 5 pages \([\d.]+ [kM]B\) to /)
    expect(namesIn(out)).toEqual(
      [
        '.recount-export.json',
        'index.html',
        pageOf(3),
        'work-shop/combined.html',
        pageOf(1),
        pageOf(2),
      ].sort(),
    )
    const index = readFileSync(join(out, 'index.html'), 'utf8')
    for (const digit of [1, 2, 3]) expect(index).toContain(pageOf(digit))
    expect(index.indexOf(pageOf(2))).toBeLessThan(index.indexOf(pageOf(1)))
    const combined = readFileSync(join(out, 'work-shop/combined.html'), 'utf8')
    expect(combined.indexOf(`The answer of ${uuidOf(1)}.`)).toBeLessThan(
      combined.indexOf(`The answer of ${uuidOf(2)}.`),
    )
  })
  test('may leave out the pages of sessions, or those of projects', () => {
    const [without, only] = [place('pages'), place('pages')]
    run([projects(), '-o', without, '--no-combined'])
    expect(namesIn(without).filter((name) => name.includes('combined'))).toEqual([])
    run([projects(), '-o', only, '--no-individual'])
    expect(namesIn(only)).toEqual([
      '.recount-export.json',
      'index.html',
      'work-desk/combined.html',
      'work-shop/combined.html',
    ])
    expect(readFileSync(join(only, 'index.html'), 'utf8')).toContain(
      `work-shop/combined.html#session-${uuidOf(2)}`,
    )
  })
  test('becomes one document where one file is named', () => {
    const out = place('all.json')
    expect(run([projects(), '-o', out]).status).toBe(0)
    const {sessions} = JSON.parse(readFileSync(out, 'utf8'))
    expect(sessions.map((one: {sessionId: string}) => one.sessionId)).toEqual([1, 2, 3].map(uuidOf))
  })
  test('puts projects with many entries on several pages, and splits no session', () => {
    const folder = place('projects/-work-shop')
    mkdirSync(folder, {recursive: true})
    for (const digit of [1, 2, 3]) {
      const many = Array.from({length: 500}, (_, turn) => session(uuidOf(digit), {uuid: `${digit}-${turn}`}))
      writeFileSync(join(folder, `${uuidOf(digit)}.jsonl`), many.join(''))
    }
    const out = place('pages')
    expect(run([folder, '-o', out]).status).toBe(0)
    expect(namesIn(out).filter((name) => name.includes('combined'))).toEqual([
      'work-shop/combined-2.html',
      'work-shop/combined.html',
    ])
    const first = readFileSync(join(out, 'work-shop/combined.html'), 'utf8')
    expect(first).toContain('The answer of 2-499.')
    expect(first).not.toContain('The answer of 3-')
    expect(first).toContain('href="combined-2.html"')
  })
  test('reads agents with their session, wherever they lie', () => {
    const out = place('sample.json')
    run([sample, '-o', out])
    expect(JSON.parse(readFileSync(out, 'utf8')).sessions).toMatchObject([
      {sessionId: id, agents: [{state: 'completed'}]},
    ])
  })
  test('leaves out what cannot be read, and says so', () => {
    const folder = projects()
    writeFileSync(join(folder, '-work-shop', 'empty.jsonl'), '')
    const {stdout, stderr, status} = run([folder, '-o', place('pages')])
    expect(status).toBe(0)
    expect(stdout).toContain('Wrote 5 pages')
    expect(stderr).toContain('empty.jsonl is empty')
  })
  test('uses one copy of style and script where that is wanted', () => {
    const out = place('pages')
    run([projects(), '-o', out, '--assets', 'link'])
    expect(namesIn(out)).toContain('assets/page.css')
    const page = readFileSync(join(out, pageOf(1)), 'utf8')
    expect(page).toContain('../assets/page.js')
    expect(page.length).toBeLessThan(40_000)
  })
})

describe('a second run', () => {
  test('writes nothing where nothing changed', () => {
    const [folder, out] = [projects(), place('pages')]
    run([folder, '-o', out])
    const before = filesIn(out)
    const {stdout} = run([folder, '-o', out])
    expect(stdout).toMatch(/^Nothing changed: 5 pages in /)
    expect(filesIn(out)).toEqual(before)
  })
  test('writes the pages of a session that grew, and no other', () => {
    const [folder, out] = [projects(), place('pages')]
    run([folder, '-o', out])
    const before = filesIn(out)
    appendFileSync(
      join(folder, '-work-shop', `${uuidOf(2)}.jsonl`),
      session(uuidOf(2), {uuid: 'later', time: '2026-03-02T11:00:00.000Z'}),
    )
    const {stdout} = run([folder, '-o', out])
    expect(stdout).toMatch(/^Wrote 3 pages \([\d.]+ kB\), 2 unchanged, to /)
    const changed = [...filesIn(out)].filter(([name, print]) => before.get(name) !== print)
    expect(changed.map(([name]) => name).sort()).toEqual(
      ['.recount-export.json', 'index.html', 'work-shop/combined.html', pageOf(2)].sort(),
    )
    expect(readFileSync(join(out, pageOf(2)), 'utf8')).toContain('The answer of later.')
  })
  test('brings back what was deleted or spoilt by hand', () => {
    const [folder, out] = [projects(), place('pages')]
    run([folder, '-o', out])
    rmSync(join(out, pageOf(1)))
    writeFileSync(join(out, pageOf(3)), 'spoilt')
    expect(run([folder, '-o', out]).stdout).toContain('Wrote 2 pages')
    expect(readFileSync(join(out, pageOf(1)), 'utf8')).toContain('The answer of')
    expect(readFileSync(join(out, pageOf(3)), 'utf8')).toContain('The answer of')
  })
  test.each([
    ['is broken', '{"format":"recount-export","version":1,"sources":{'],
    ['belongs to another program', '{"format":"another","sources":{"html:x":{"print":1}}}'],
    [
      'lies',
      '{"format":"recount-export","version":1,"sources":[],"pages":{"../x":{"print":"a","files":[{"name":"../../x","bytes":0}]}}}',
    ],
  ])('makes the same pages where the note of the first one %s', (_, note) => {
    const [folder, out] = [projects(), place('pages')]
    run([folder, '-o', out])
    const before = filesIn(out)
    writeFileSync(join(out, '.recount-export.json'), note)
    expect(run([folder, '-o', out])).toMatchObject({status: 0, stderr: ''})
    for (const [name, print] of filesIn(out)) if (name.endsWith('.html')) expect(print).toBe(before.get(name))
  })
  test('writes everything again if the options differ', () => {
    const [folder, out] = [projects(), place('pages')]
    run([folder, '-o', out])
    expect(run([folder, '-o', out, '--depth', 'user']).stdout).toContain('Wrote 4 pages')
    expect(readFileSync(join(out, pageOf(1)), 'utf8')).not.toContain('The answer of')
  })
  test('takes away what a killed run left half written long ago', () => {
    const [folder, out] = [projects(), place('pages')]
    run([folder, '-o', out])
    const [old, fresh] = ['0', '1'].map((digit) =>
      join(out, 'work-shop', `.recount-${digit.repeat(16)}.draft`),
    )
    for (const draft of [old, fresh]) writeFileSync(draft ?? '', '<html>')
    utimesSync(old ?? '', 1_700_000_000, 1_700_000_000)
    rmSync(join(out, pageOf(1)))
    run([folder, '-o', out])
    // The fresh one may be that of a run that has not ended.
    expect([old, fresh].map((draft) => existsSync(draft ?? ''))).toEqual([false, true])
  })
})

test('a run that is killed leaves every page whole, and the next one finishes', async () => {
  const [folder, out] = [place('projects/-work-shop'), place('pages')]
  mkdirSync(folder, {recursive: true})
  const grow = (round: number): void => {
    for (const digit of [1, 2, 3, 4, 5]) {
      const more = Array.from({length: 300}, (_, turn) =>
        session(uuidOf(digit), {uuid: `${digit}-${round}-${turn}`}),
      )
      appendFileSync(join(folder, `${uuidOf(digit)}.jsonl`), more.join(''))
    }
  }
  grow(1)
  run([folder, '-o', out])
  const pages = namesIn(out).filter((name) => name.endsWith('.html'))
  const drafts = (): readonly string[] => namesIn(out).filter((name) => name.endsWith('.draft'))
  for (const [round, signal] of (['SIGKILL', 'SIGINT', 'SIGKILL'] as const).entries()) {
    grow(round + 2)
    const left = drafts()
    const before = Math.max(...pages.map((name) => statSync(join(out, name)).mtimeMs))
    const child = spawn(process.execPath, [program, 'export', folder, '-o', out], {stdio: 'ignore'})
    const ended = once(child, 'exit')
    // In the midst of the first page, after the first one and after the second.
    const written = (): number => pages.filter((name) => statSync(join(out, name)).mtimeMs > before).length
    const isTime = (): boolean => (round === 0 ? drafts().length > 0 : written() >= round)
    while (child.exitCode === null && !isTime()) await sleep(1)
    child.kill(signal)
    await ended
    for (const name of pages) expect(readFileSync(join(out, name), 'utf8').trimEnd()).toMatch(/<\/html>$/)
    if (signal === 'SIGINT') expect(drafts()).toEqual(left)
  }
  expect(run([folder, '-o', out]).status).toBe(0)
  expect(readFileSync(join(out, `work-shop/session-${uuidOf(5)}.html`), 'utf8')).toContain(
    'The answer of 5-4-299.',
  )
}, 60_000)

describe('filters', () => {
  const text = (words: readonly string[]): string => run([...words, '-o', '-', '--format', 'md']).stdout
  test('leave out what happened before or after, and sessions with nothing left', () => {
    const folder = projects()
    const some = text([folder, '--after', '2026-03-02', '--before', '2026-03-03'])
    expect(some).toContain(`The answer of ${uuidOf(2)}.`)
    expect(some).not.toContain(`The answer of ${uuidOf(1)}.`)
    expect(some).not.toContain(`The answer of ${uuidOf(3)}.`)
    expect(run([folder, '--after', '2030-01-01', '-o', '-'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'Nothing to export: nothing matches the filters.\n',
    })
  })
  test('choose sessions by id and by folder', () => {
    const folder = projects()
    expect(text([folder, '--session', '3333'])).not.toContain(uuidOf(1))
    expect(text([folder, '--project', 'DESK'])).toContain(uuidOf(3))
    expect(text([folder, '--project', 'DESK'])).not.toContain(uuidOf(2))
  })
  test('choose an agent', () => {
    const only = run([sample, '--agent', 'find all', '-o', '-', '--format', 'json']).stdout
    const [{turns}] = JSON.parse(only).sessions
    expect(turns).toHaveLength(1)
    expect(run([sample, '--agent', 'nobody', '-o', '-'])).toMatchObject({status: 1})
  })
  test('know the words of claude-code-log', () => {
    const kinds = (level: string): ReadonlySet<string> => {
      const page = run([sample, '--detail', level, '-o', '-', '--format', 'json']).stdout
      return new Set(
        [...page.matchAll(/^ +"kind": "(prompt|answer|thinking|tool|attachment|metadata)",$/gm)].map(
          ([, kind = '']) => kind,
        ),
      )
    }
    expect(kinds('user-only')).toEqual(new Set(['prompt']))
    expect(kinds('minimal')).toEqual(new Set(['prompt', 'answer']))
    expect([...kinds('high')]).toEqual(expect.arrayContaining(['prompt', 'answer', 'tool']))
    expect(kinds('full').size).toBeGreaterThan(kinds('high').size)
  })
})

describe('pictures', () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const withPicture = (mediaType: string): string => {
    const source = {type: 'base64', media_type: mediaType, data: png}
    const content = [
      {type: 'text', text: 'Look'},
      {type: 'image', source},
    ]
    const line = {
      type: 'user',
      uuid: 'u1',
      sessionId: 'pictured',
      timestamp: '2026-03-04T10:00:00.000Z',
      message: {role: 'user', content},
    }
    return `${JSON.stringify(line)}\n${session('pictured')}`
  }
  const page = (out: string): string => readFileSync(join(out, 'stdin/session-pictured.html'), 'utf8')
  test('stand in the page, beside it under a name made from their bytes, or nowhere', () => {
    const [embed, files, none] = [place('pages'), place('pages'), place('pages')]
    const input = withPicture('image/png')
    run(['-', '-o', embed], {input})
    expect(page(embed)).toContain(`data:image/png;base64,${png}`)
    expect(run(['-', '-o', files, '--images', 'files'], {input}).stdout).toContain('1 page and 1 image')
    const [name = ''] = readdirSync(join(files, 'stdin/images'))
    expect(name).toMatch(/^[0-9a-f]{24}\.png$/)
    expect(readFileSync(join(files, 'stdin/images', name)).toString('base64')).toBe(png)
    expect(page(files)).toContain(`images/${name}`)
    run(['-', '-o', none, '--images', 'none'], {input})
    expect(page(none)).not.toContain(png)
  })
  test('of Markdown are files beside it, whether that is one file or many', () => {
    const input = withPicture('image/png')
    const [folder, file] = [place('pages'), join(place('page'), 'page.md')]
    mkdirSync(dirname(file))
    run(['-', '-o', folder, '--format', 'md'], {input})
    const [name = ''] = readdirSync(join(folder, 'stdin/images'))
    run(['-', '-o', file], {input})
    expect(readdirSync(join(dirname(file), 'images'))).toEqual([name])
    expect(readFileSync(file, 'utf8')).toContain(`](images/${name})`)
    expect(run(['-', '-o', '-', '--format', 'md'], {input}).stdout).toContain(
      '▣ image · image/png · 70 bytes',
    )
  })
  test('of kinds that might run something, or with a path for a kind, are not written', () => {
    for (const mediaType of ['image/svg+xml', '../../x', 'text/html']) {
      const out = place('pages')
      expect(run(['-', '-o', out, '--images', 'files'], {input: withPicture(mediaType)}).status).toBe(0)
      expect(existsSync(join(out, 'stdin/images'))).toBe(false)
    }
  })
})

describe('names', () => {
  test('of sessions and folders never lead out of the output folder', () => {
    const wild = [
      '../../../../escaped',
      '/etc/escaped',
      '..',
      'CON',
      'a\u0000b',
      'C:\\x',
      '.hidden',
      'x'.repeat(5000),
      '<b>',
      'é',
    ]
    const folder = place('wild')
    mkdirSync(folder)
    writeFileSync(join(folder, 'wild.jsonl'), wild.map((name) => session(name)).join(''))
    const out = place('inner/pages')
    expect(run([folder, '-o', out])).toMatchObject({status: 0, stderr: ''})
    const names = namesIn(out).filter((name) => name.startsWith('wild/session'))
    expect(names).toHaveLength(wild.length)
    for (const name of names) expect(name).toMatch(/^wild\/session-[A-Za-z0-9._-]{1,120}\.html$/)
    expect(readdirSync(join(out, '../..'))).toEqual(['inner'])
  })
  test('that differ in capitals alone do not overwrite each other', () => {
    const folder = place('cased')
    mkdirSync(folder)
    writeFileSync(join(folder, 'cased.jsonl'), session('Abc') + session('aBC'))
    const out = place('pages')
    run([folder, '-o', out])
    const names = namesIn(out).filter((name) => name.includes('session-'))
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(2)
  })
})

describe('a session that continues another', () => {
  test('is linked with it, both ways, also when it comes later', () => {
    const folder = projects()
    const out = place('pages')
    run([folder, '-o', out])
    const fork = session(uuidOf(7), {answer: `msg_${uuidOf(1)}`, time: '2026-03-08T10:00:00.000Z'})
    writeFileSync(
      join(folder, '-work-desk', `${uuidOf(7)}.jsonl`),
      fork + session(uuidOf(7), {uuid: 'own', time: '2026-03-08T11:00:00.000Z'}),
    )
    run([folder, '-o', out])
    expect(readFileSync(join(out, pageOf(1)), 'utf8')).toContain(
      `href="../work-desk/session-${uuidOf(7)}.html"`,
    )
    expect(readFileSync(join(out, `work-desk/session-${uuidOf(7)}.html`), 'utf8')).toContain(
      `href="../work-shop/session-${uuidOf(1)}.html"`,
    )
    expect(run([folder, '-o', out]).stdout).toMatch(/^Nothing changed/)
    const {sessions} = JSON.parse(run([folder, '-o', '-', '--format', 'json']).stdout)
    expect(sessions.find((one: {sessionId: string}) => one.sessionId === uuidOf(1)).continuedBy).toEqual([
      uuidOf(7),
    ])
  })
})

describe('the words of claude-code-log', () => {
  test('are understood', () => {
    const [ours, theirs] = [place('pages'), place('pages')]
    const folder = projects()
    run([folder, '-o', ours, '--format', 'md', '--session', '2222', '--images', 'none', '--no-individual'])
    run(
      [
        folder,
        '-o',
        theirs,
        '-f',
        'markdown',
        '--session-id',
        '2222',
        '--image-export-mode',
        'placeholder',
      ].concat(['--no-individual-sessions']),
    )
    expect(namesIn(theirs)).toEqual(namesIn(ours))
    const page = 'work-shop/combined.md'
    expect(readFileSync(join(theirs, page), 'utf8')).toBe(readFileSync(join(ours, page), 'utf8'))
  })
  test('--to-date holds the whole of its day, as --until does, and --before does not', () => {
    const sessions = (...words: string[]): number =>
      JSON.parse(run([projects(), '-o', '-', '--format', 'json', ...words]).stdout).sessions.length
    expect(sessions('--from-date', '2026-03-01', '--to-date', '2026-03-02')).toBe(2)
    expect(sessions('--after', '1 March 2026', '--until', '2 March 2026')).toBe(2)
    expect(sessions('--before', '2026-03-02')).toBe(1)
  })
  test('--page-size says how much a page of all sessions holds', () => {
    const out = place('pages')
    run([projects(), '-o', out, '--page-size', '1'])
    expect(namesIn(out)).toContain('work-shop/combined-2.html')
  })
})

describe('the closing line', () => {
  test('takes the pages of a project that is called images for pages', () => {
    const folder = place('projects')
    mkdirSync(join(folder, 'images'), {recursive: true})
    writeFileSync(join(folder, 'images', `${uuidOf(1)}.jsonl`), session(uuidOf(1)))
    expect(run([folder, '-o', place('pages')]).stdout).toMatch(/^Wrote 2 pages \(/)
  })
})

describe('prices that the user knows better', () => {
  test('change the pages when they change', () => {
    const [folder, out, home] = [projects(), place('pages'), place('home')]
    run([folder, '-o', out], {home})
    mkdirSync(home, {recursive: true})
    writeFileSync(join(home, 'prices.json'), '{"claude-opus-4-1":{"input":1000,"output":1000}}')
    expect(run([folder, '-o', out], {home}).stdout).toMatch(/^Wrote \d pages/)
    expect(readFileSync(join(out, pageOf(1)), 'utf8')).toContain('$1.10')
  })
})

describe('the archive', () => {
  test('gives everything, and what was deleted too', () => {
    const home = place('home')
    const folder = projects()
    const out = place('pages')
    expect(recount(['index', folder], {home}).status).toBe(0)
    rmSync(join(folder, '-work-desk'), {recursive: true})
    expect(run(['--all', '-o', out], {home})).toMatchObject({status: 0, stderr: ''})
    expect(namesIn(out)).toContain(pageOf(3))
    const index = readFileSync(join(out, 'index.html'), 'utf8')
    expect(index.match(/>archived</g)).toHaveLength(1)
    expect(run(['--all', '-o', out], {home}).stdout).toMatch(/^Nothing changed/)
    const shop = place('pages')
    expect(run(['shop', '-o', shop], {home}).status).toBe(0)
    expect(namesIn(shop).filter((name) => name.includes('session-'))).toHaveLength(2)
    expect(run(['33333333', '-o', '-', '--format', 'md'], {home}).stdout).toContain(uuidOf(3))
    expect(run(['--project', 'desk', '-o', '-', '--format', 'md'], {home}).stdout).toContain(uuidOf(3))
  })
})

describe('the folder that the user is in', () => {
  test('is exported where Claude Code keeps sessions of it, and otherwise the user is asked', () => {
    const home = place('home')
    const config = place('config')
    const encoded = root.replace(/\/$/, '').replaceAll(/[^A-Za-z0-9]/g, '-')
    cpSync(projects(), join(config, 'projects'), {recursive: true})
    mkdirSync(join(config, 'projects', encoded))
    writeFileSync(join(config, 'projects', encoded, `${uuidOf(9)}.jsonl`), session(uuidOf(9)))
    const env = {CLAUDE_CONFIG_DIR: config}
    expect(run(['-o', '-', '--format', 'md'], {home, env}).stdout).toContain(uuidOf(9))
    expect(run(['-o', '-', '--format', 'md'], {home, env}).stdout).not.toContain(uuidOf(1))
    expect(run(['11111111', '-o', '-', '--format', 'md'], {home, env}).stdout).toContain(uuidOf(1))
    expect(run(['-o', place('pages')], {home})).toMatchObject({status: 2})
    expect(run(['-o', place('pages')], {home}).stderr).toMatch(/^Nothing to export: .*--all.*\n$/)
  })
})

describe('what cannot be done is said in one sentence', () => {
  test.each([
    [['--format', 'pdf'], 2, /--format takes html, md, json/],
    [['nowhere-at-all'], 1, /not a file, a folder, a session or part of a project path/],
    [['--all', 'x'], 2, /use either --all or "x"/],
    [[sample, '--after', 'soon'], 2, /Invalid value "soon" for --after\. Use a time such as/],
    [[sample, '--after', 'today', '--before', 'yesterday'], 2, /--after is not before --before/],
    [[sample, '--depth', 'user', '--detail', 'low'], 2, /use one of them/],
    [[sample, '--no-individual', '--no-combined'], 2, /leave nothing to write/],
    [[sample, '-o', '-', '--images', 'files'], 2, /--images files needs/],
    [[sample, '-o', 'x.html', '--assets', 'link'], 2, /--assets link needs a folder/],
    [
      [sample, '--git-link', 'https://host/{sha} ftp://host'],
      2,
      /"ftp:\/\/host" for --git-link\. Use .* contains \{sha\} or \{path\}/,
    ],
    [[sample, '-o', '/dev/null/pages'], 1, /Cannot write \/dev\/null\/pages/],
    [[sample, '-o', ''], 2, /--output needs a value: --output <path>/],
    [[sample, '-o', 'page.txt'], 2, /page\.txt is not the name of a page/],
    [[sample, '-o', '-', '--open'], 2, /--open needs a file or a folder/],
    [[sample, '--page-size', '1e3'], 2, /"1e3" for --page-size\. Use a whole number from 1/],
    [[sample, '--combined', 'no', '--no-individual'], 2, /leave nothing to write/],
    [[sample, '--format', 'json', '--combined', 'only'], 2, /JSON has no combined pages/],
    [[sample, '--until', 'today', '--before', 'today'], 2, /use either --before or --until/],
  ] as const)('%j', (words, status, sentence) => {
    const ran = run(words)
    expect(ran.status).toBe(status)
    expect(ran.stderr).toMatch(sentence)
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(ran.stdout).toBe('')
  })
  test.skipIf(process.platform !== 'linux')('a folder that takes no others', () => {
    expect(run([sample, '-o', '/proc/recount-pages'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Cannot write \/proc\/recount-pages\/.*: no such folder\.\n$/),
    })
  })
  test.skipIf(!forbids)('a folder that must not be written to', () => {
    const out = place('pages')
    mkdirSync(out, {mode: 0o555})
    const {stderr, status} = run([sample, '-o', out], asNobody)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Cannot write .*: permission denied\.\n$/)
  })
  test.skipIf(process.platform !== 'linux')('a reader that goes away is no error', async () => {
    const child = spawn('sh', [
      '-c',
      `"${process.execPath}" "${program}" export "${sample}" -o - --format json | head -c 10`,
    ])
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  })
})
