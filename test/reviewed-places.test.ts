import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(join(root, 'src'), {recursive: true, encoding: 'utf8'})
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => join('src', file))
const guide = readFileSync(join(root, 'docs/SECURITY.md'), 'utf8')

/** The files whose code, without comments, holds something. */
const holding = (pattern: RegExp): readonly string[] =>
  files
    .filter((file) =>
      pattern.test(readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')),
    )
    .sort()

test('programs are started in four places, each reviewed in SECURITY.md', () => {
  const places = holding(/['"](?:node:)?child_process['"]/)
  expect(places).toEqual([
    'src/cli/serve/open-browser.ts',
    'src/cli/serve/query-pool.ts',
    'src/sinks/pager.ts',
    'src/sources/child.ts',
  ])
  for (const place of places) expect(guide).toContain(`\`${place}\``)
})

test('what starts a child is reviewed, and no shell is between', () => {
  const places = holding(/\bstartChild\(\{/)
  expect(places).toEqual(['src/cli/commands/record.ts', 'src/cli/commands/resume.ts'])
  for (const place of places) expect(guide).toContain(`\`${place}\``)
  expect(holding(/\bshell: ?true|\bexecSync\(|\bexecFile\(|['"]cmd['"]/)).toEqual([])
})

test('the environment of the process is read in one place, and variables in reviewed ones', () => {
  expect(holding(/process\.env|\{env, stdin, stdout, stderr\} = process/)).toEqual(['src/cli/host.ts'])
  const places = holding(/\benv\[[`'"](?:RECOUNT_|XDG_|CLAUDE_|GITHUB_)/)
  for (const place of places) expect(guide, place).toContain(`\`${place}\``)
})

test('files of variables are read for Slack alone', () => {
  expect(holding(/\breadEnvFile\(/)).toEqual([
    'src/cli/slack/read-env-file.ts',
    'src/cli/slack/slack-settings.ts',
  ])
})

test('a command that resumes a session is built in one place', () => {
  expect(holding(/--resume=|['"`]--resume\b|claude --resume \$/)).toEqual(['src/page/resume-command.ts'])
})

test('loopback is decided in one place', () => {
  const places = holding(/['"^(|]localhost['"|)]|127\\?\\\./)
  expect(places).toEqual(['src/cli/loopback.ts', 'src/cli/serve/access.ts'])
})
