import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {quoteForShell, resumeCommandLine} from './resume-command-line.ts'

const id = '3ae4c46c-fb7c-4a54-9d26-1d1b7d5a0c11'
const temp = mkdtempSync(join(tmpdir(), 'recount-command-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** The shells of this machine that people paste commands into. */
const shells = ['bash', 'sh', 'dash', 'zsh', 'fish'].filter(
  (shell) => spawnSync(shell, ['-c', 'true']).status === 0,
)

const words = [
  'plain',
  'two words',
  "it's",
  '$(touch /tmp/x)',
  '`id`',
  'a;b|c&d>e<f',
  '~root',
  '!!',
  'back\\slash',
  "\\'; touch pwned; '",
  'ends in a backslash\\',
  '\\\\server\\share',
  '*?[a]',
  '{a,b}',
  '=ls',
  'name=value',
  'two\nlines',
  "tab\tand 'quote' \\",
  "'$(echo run)'\n`echo run`",
  '-dash\u0085\u00078',
  '--settings={"hooks":{}}',
  'bell\u0007 and escape\u001b[31m',
  'right \u202e to left \u2066 isolated',
  'zero\u200bwidth\ufefftag\u{e0041}filler\u3164',
  'line\u2028separator',
  'ünïcödé 漢字 🎉 👩‍💻',
  '#hash',
  '',
]

test('a session is resumed in its folder', () => {
  expect(resumeCommandLine(id, '/home/ada/shop')).toEqual({
    program: 'claude',
    args: [`--resume=${id}`],
    shell: `cd -- /home/ada/shop && claude --resume=${id}`,
  })
  expect(resumeCommandLine(id, undefined)?.shell).toBe(`claude --resume=${id}`)
  expect(resumeCommandLine(id.toUpperCase(), undefined)?.args).toEqual([`--resume=${id.toUpperCase()}`])
})

test('more arguments follow, each as one word', () => {
  expect(resumeCommandLine(id, '/a', ['--fork-session', '-p', "it's $(x)"])).toEqual({
    program: 'claude',
    args: [`--resume=${id}`, '--fork-session', '-p', "it's $(x)"],
    shell: `cd -- /a && claude --resume=${id} --fork-session -p 'it'\\''s $(x)'`,
  })
})

test('what is not a session id makes no command', () => {
  const hostile = [
    '--settings={"hooks":{"SessionStart":[]}}',
    '--dangerously-skip-permissions',
    '-p',
    '',
    'latest',
    `${id}\n`,
    `\n${id}`,
    ` ${id}`,
    `${id} --dangerously-skip-permissions`,
    `${id}\n--dangerously-skip-permissions`,
    `--resume=${id}`,
    `${id};id`,
    `$(id)${id}`,
    id.replaceAll('-', '\u2010'),
    id.replace('3', '３'),
    id.slice(0, -1),
    `${id}0`,
  ]
  for (const name of hostile) expect(resumeCommandLine(name, '/a'), name).toBeUndefined()
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (name) => {
      expect(resumeCommandLine(name, '/a')).toBeUndefined()
    }),
  )
})

test.each(['', '.', '..', 'src', '-', '-P', '~', '$HOME', '~root/x', `/${'x'.repeat(5000)}`, '/a\0b', 'C:x'])(
  'a folder that is not an absolute path is left out: %j',
  (folder) => {
    expect(resumeCommandLine(id, folder)?.shell).toBe(`claude --resume=${id}`)
  },
)

test('a command is one visible line, whatever the name of the folder', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (name) => {
      const shell = resumeCommandLine(id, `/${name}`, [name])?.shell ?? ''
      expect(shell).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
    }),
    {examples: words.map((word) => [word])},
  )
})

describe.each(shells)('%s', (shell) => {
  const run = (command: string, cwd = temp): string => {
    const env = {...process.env, LC_ALL: 'C.UTF-8'}
    return spawnSync(shell, ['-c', command], {encoding: 'utf8', env, cwd}).stdout
  }
  test.each(words)('takes %j as one word', (word) => {
    expect(run(`printf %s ${quoteForShell(word)}`)).toBe(word)
  })
  test.each(words.filter((word) => !word.includes('/') && word !== ''))(
    'goes to the folder %j and nowhere else',
    (name) => {
      const folder = join(temp, shell, name)
      mkdirSync(folder, {recursive: true})
      const {shell: command = ''} = resumeCommandLine(id, folder) ?? {}
      const [cd = ''] = command.split(' && claude')
      expect(run(`${cd} && pwd -P && echo .`)).toBe(`${folder}\n.\n`)
    },
  )
  test('does not take a folder whose name ends in a line feed for its neighbour', () => {
    const folder = join(temp, shell, 'neighbour\n')
    mkdirSync(folder.trimEnd(), {recursive: true})
    mkdirSync(folder, {recursive: true})
    const [cd = ''] = resumeCommandLine(id, folder)?.shell.split(' && claude') ?? []
    expect(run(`${cd} && pwd -P && echo .`)).toBe(`${folder}\n.\n`)
  })
})

test('an interactive bash finds nothing to replace', () => {
  const folder = "/tmp/!!\n!-1 !x' ; !?y?"
  const script = `set -o history -H\necho 'it'"'"'s; touch ${temp}/pwned; '\nprintf %s ${quoteForShell(folder)}\n`
  const {stdout} = spawnSync('bash', ['--norc', '--noprofile', '-i'], {input: script, encoding: 'utf8'})
  expect(stdout).toContain(folder)
})

/** How shells read a word: in single quotes a POSIX shell knows no escapes, fish knows two. */
const readers = [
  ['a POSIX shell', /"\$\(printf %b '[^']*'\)"|'[^']*'|\\'/g],
  ['fish', /"\$\(printf %b '(?:\\[\\']|[^'\\]|\\(?![\\']))*'\)"|'(?:\\[\\']|[^'\\]|\\(?![\\']))*'|\\'/g],
] as const

test.each(readers)('for %s nothing but harmless signs is outside of quotes', (_, quotation) => {
  fc.assert(
    fc.property(fc.string({unit: fc.constantFrom('\\', "'", 'a', ' ', ';', '\n', '"', '$')}), (name) => {
      expect(quoteForShell(name).replaceAll(quotation, '')).toMatch(/^[\w./:@%+,=-]*$/)
    }),
    {examples: words.map((word) => [word]), numRuns: 1000},
  )
})
