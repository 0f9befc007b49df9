import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
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
    'src/cli/commands/serve/open-browser.ts',
    'src/cli/commands/serve/query-pool.ts',
    'src/sinks/pager.ts',
    'src/sources/start-child.ts',
  ])
  for (const place of places) expect(guide).toContain(`\`${place}\``)
})

test('what starts a child is reviewed, and no shell is between', () => {
  const places = holding(/\bstartChild\(\{/)
  expect(places).toEqual(['src/cli/commands/record/run-record.ts', 'src/cli/commands/resume/run-resume.ts'])
  for (const place of places) expect(guide).toContain(`\`${place}\``)
  expect(holding(/\bshell: ?true|\bexecSync\(|\bexecFile\(|['"]cmd['"]/)).toEqual([])
})

test('code of others is loaded in one place, reviewed in SECURITY.md', () => {
  const places = holding(/\bimport\((?!\s*['"])/)
  expect(places).toEqual(['src/plugins/load-plugins.ts'])
  for (const place of places) expect(guide).toContain(`\`${place}\``)
  expect(holding(/\bloadPlugins\(/)).toEqual(['src/cli/run.ts', 'src/plugins/load-plugins.ts'])
})

test('the environment of the process is read in one place, and variables in reviewed ones', () => {
  expect(holding(/process\.env|\{env, stdin, stdout, stderr\} = process/)).toEqual(['src/cli/host.ts'])
  const places = holding(/\benv\[[`'"](?:RECOUNT_|XDG_|CLAUDE_|GITHUB_)/)
  for (const place of places) expect(guide, place).toContain(`\`${place}\``)
})

test('files of variables are read for Slack alone', () => {
  expect(holding(/\breadEnvFile\(/)).toEqual(['src/cli/commands/slack/slack-settings.ts'])
})

test('a command that resumes a session is built in one place', () => {
  expect(holding(/--resume=|['"`]--resume\b|claude --resume \$/)).toEqual([
    'src/page/text/resume-command-line.ts',
  ])
})

test('loopback is decided in one place', () => {
  const places = holding(/['"^(|]localhost['"|)]|127\\?\\\./)
  expect(places).toEqual(['src/cli/commands/serve/access.ts', 'src/cli/loopback.ts'])
})

test('strings are taken for markup in reviewed places, and everything else is escaped', () => {
  expect(holding(/\btrustedHtml\b/)).toEqual(
    [
      // Encodes an address of ours by itself, as pages always had it.
      'src/render/html/session/session-context.ts',
      // The script and the style of pages, which `scripts/build-web.mjs` made.
      'src/render/html/document/render-document.ts',
      'src/render/html/html.ts',
      // What was added to a part is markup; it comes back in strings of a size.
      'src/render/html/session/part-writer.ts',
      // Articles were drawn by `drawHtmlArticle`.
      'src/render/html/render-project.ts',
      // What a session's thread has drawn.
      'src/server/pages/session-page.ts',
    ].sort(),
  )
  expect(holding(/\bnew Html\(/)).toEqual(['src/render/html/html.ts'])
})

test('markup is written in templates that escape', () => {
  // A string or an untagged template that holds a tag; the terminal's and Markdown's outputs have their own rules.
  const untagged = /(?<!html)`\s*<\/?[a-z][a-z1-6]*[\s>$]|['"]<\/?(?:a|b|div|li|p|span|ul|table|td|tr)[\s>]/
  expect(holding(untagged).filter((file) => /^src\/(?:render\/html|server)\//.test(file))).toEqual([])
})

test('no template spells out the end of a script, for which the bundler would import a package', () => {
  expect(holding(/<\/script/)).toEqual([])
})
