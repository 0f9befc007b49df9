import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {findAbandonedBranches} from '../../src/cli/printing/print-saved.ts'
import {BranchMarks, Narrator} from '../../src/describe/index.ts'
import type {Entry} from '../../src/page/index.ts'
import {allRecordings, foldFiles, recording} from '../support/conversation/recordings.ts'
import {testConversation, transcriptRecord} from '../support/conversation/test-conversation.ts'
import {golden} from '../support/golden.ts'
import {recount} from '../support/program.ts'

const home = mkdtempSync(join(tmpdir(), 'recount-'))
afterAll(() => rmSync(home, {recursive: true, force: true}))

test.each(['line', 'box', 'plain'])('show marks a branch that was left, in style %s', (style) => {
  const {transcripts} = recording('2.1.325/tui-interactive')
  const path = transcripts.find(({agent}) => agent === undefined)?.path ?? ''
  const {stdout} = recount(['show', path, '--style', style, '--depth', 'user'], {home})
  expect(stdout.match(/Abandoned branch/g)).toHaveLength(1)
  expect(stdout.indexOf('Abandoned branch')).toBeLessThan(stdout.indexOf('Write a secret'))
  const end = stdout.indexOf('Conversation continues')
  expect(end).toBeGreaterThan(stdout.indexOf('/compact'))
  expect(end).toBeLessThan(stdout.indexOf('Take another path'))
  golden(`test/golden/terminal/branches-${style}.txt`, stdout)
})

test('the branches that are marked are those of the whole conversation', () => {
  let found = 0
  for (const {name, transcripts} of allRecordings()) {
    if (transcripts.length === 0) continue
    const whole = foldFiles(transcripts)
    for (const [id, branches] of findAbandonedBranches({path: '', files: transcripts})) {
      expect(whole.branches(id), name).toEqual(branches)
      found += branches.length
    }
  }
  expect(found).toBeGreaterThan(0)
})

test('what an agent does on a branch does not end it, and two branches in a row have a mark each', () => {
  const telling = testConversation()
  const narrator = new Narrator({depth: 'tool', pair: true, thinking: true, heading: {}})
  const asked = (uuid: string, parent: string | null) =>
    transcriptRecord('user', uuid, parent, {message: {role: 'user', content: uuid}})
  const entries = narrator.apply(
    telling.add([asked('a', null), asked('b', 'a'), asked('c', 'a'), asked('d', 'a')]),
  )
  const branches = new Map([...telling.state.sessions.keys()].map((id) => [id, telling.state.branches(id)]))
  const marks = new BranchMarks(branches)
  const prompts = entries.filter(({kind}) => kind === 'prompt')
  const [first, second] = prompts
  if (!first || !second) throw new Error('There are no prompts.')
  const ofAgent: Entry = {...first, lane: {key: 'x', name: 'x', level: 1, above: []}}
  const printed = [first, second, ofAgent, ...prompts.slice(2)].map((entry) => marks.before(entry)?.title)
  expect(printed).toEqual([
    undefined,
    'Abandoned branch',
    undefined,
    'Abandoned branch',
    'Conversation continues',
  ])
})
