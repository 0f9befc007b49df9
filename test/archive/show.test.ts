import {cpSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import {recount as run} from '../support/program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-show-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** Runs the built program with an archive of its own. */
const recount = (...words: readonly string[]) => run(words, {home: join(temp, 'home'), env: {HOME: temp}})

describe('a session in the archive', () => {
  const folder = join(temp, 'sessions')
  cpSync(join(root, 'samples/discount/transcript'), folder, {recursive: true})
  const id = '3ae4c46c-fb7c-4587-9261-0ac9ae018336'

  test('is shown at the message that a search found', () => {
    expect(recount('index', folder).status).toBe(0)
    const [hit = '{}'] = recount('search', '"changelog, please"', '--json').stdout.split('\n')
    const {link} = JSON.parse(hit)
    expect(link).toMatch(new RegExp(`^${id}#`))
    const {stdout, status} = recount('show', link)
    expect(status).toBe(0)
    expect(stdout).toContain('Now add a line about it to the changelog, please.')
    expect(stdout).not.toContain('fails: members get their discount twice')
  })
  test('is shown as before when its files are gone', () => {
    const before = recount('show', join(folder, '-home-ada-shop', `${id}.jsonl`)).stdout
    expect(before).toContain('┃ Find all discounts')
    rmSync(folder, {recursive: true})
    expect(recount('show', id.slice(0, 8)).stdout).toBe(before)
  })
  test('is not confused with a message that is nowhere', () => {
    expect(recount('show', `${id}#nowhere`)).toMatchObject({status: 1, stdout: ''})
    expect(recount('show', 'ffffffff').stderr).toContain('not a file or a session')
  })
})
