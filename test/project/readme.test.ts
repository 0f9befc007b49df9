import {spawnSync} from 'node:child_process'
import {chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {root, shellLines} from '../support/project/documents.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-readme-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** A home with the sample as its only session. */
const home = join(temp, 'home')
cpSync(join(root, 'samples/discount/transcript'), join(home, '.claude/projects'), {recursive: true})
const bin = join(temp, 'bin')
const shop = join(temp, 'shop')
for (const folder of [bin, shop]) mkdirSync(folder)

function addProgram(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, name), 0o755)
}
addProgram('recount', `exec "${process.execPath}" "${join(root, 'dist/cli/main.js')}" "$@"`)
// Claude Code, as far as a pipe sees it.
addProgram('claude', `cat "${join(root, 'samples/discount/stream.jsonl')}"`)

/** Lines that need npm, a browser, a Slack workspace, a plugin, or the folder of the session. */
const notHere = /^npm |\bserve\b|--web|slack|--plugin|\bresume\b/

const lines = shellLines('README.md').filter((line) => !notHere.test(line))

/** Runs a line of the README in a shell; a replay does not wait. */
const runLine = (line: string) =>
  spawnSync('sh', ['-c', line.replace('--speed 4', '--speed max')], {
    cwd: shop,
    encoding: 'utf8',
    env: {PATH: `${bin}:${process.env['PATH']}`, HOME: home, TZ: 'UTC'},
  })

describe('the commands of the README work', () => {
  test('there are many of them', () => {
    expect(lines.length).toBeGreaterThan(15)
  })
  test.each(lines.filter((line) => !line.includes('| jq')))('%s', (line) => {
    const {status, stderr} = runLine(line)
    expect({status, stderr}).toMatchObject({
      status: 0,
      stderr: expect.not.stringMatching(/^(?:Cannot|Unknown)/m),
    })
  })
  test.each(lines.filter((line) => line.includes('| jq')))('%s has the fields it asks for', (line) => {
    const [command = '', program = ''] = line.split('| jq')
    const {status, stdout} = runLine(command)
    expect(status).toBe(0)
    const fields = [...program.matchAll(/\.([a-z]\w*)|[{,] ?(\w+)/gi)].map(([, path, name]) => path ?? name)
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.filter((field) => !stdout.includes(`"${field}":`))).toEqual([])
  })
})
