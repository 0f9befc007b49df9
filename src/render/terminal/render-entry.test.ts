import {describe, expect, test} from 'vitest'
import {entryOf, plainLookWith} from '../../../test/support/pages/entry.ts'
import type {Entry, Lane, Node, NodeLimits} from '../../page/index.ts'
import {ansi, field, fields, note, prose} from '../../page/index.ts'
import {paintFor, renderTerminalEntry} from './index.ts'

const bash = entryOf({
  kind: 'tool',
  title: 'Bash',
  subject: 'npm test',
  outcome: 'exit 0',
  state: 'completed',
  durationMs: 750,
  at: Date.UTC(2026, 0, 1, 14, 3, 22),
  answered: [ansi('42 passed')],
})

const failed: Entry = {
  ...bash,
  state: 'failed',
  isError: true,
  outcome: 'exit 1',
  answered: [ansi('one\n\ntwo\nthree\nfour\nfive\nsix', 'error')],
}

const limits: NodeLimits = {lines: 20, characters: 4000}

const lane: Lane = {key: 'a', name: 'explore', level: 1, above: []}

describe('line', () => {
  const line = (entry: Entry, width = 80): string =>
    renderTerminalEntry(entry, plainLookWith({style: 'line', width, limits}))

  test('a call is one line: what, on what, how it came out', () => {
    expect(line(bash)).toBe('✓ Bash  npm test  exit 0 · 0.75s\n')
  })

  test('where no outcome says it, the first line of the result does', () => {
    expect(line({...bash, outcome: undefined})).toBe('✓ Bash  npm test  0.75s\n  42 passed\n')
    expect(line({...bash, outcome: undefined, answered: [ansi('\n42 passed\n1 skipped\n3 slow\n')]})).toBe(
      '✓ Bash  npm test  0.75s\n  42 passed … 2 more lines\n',
    )
  })

  test('a failure says why in a few lines', () => {
    expect(line(failed)).toBe(
      '✗ Bash  npm test  exit 1 · 0.75s\n  one\n  … 2 more lines\n  four\n  five\n  six\n',
    )
  })

  test('no remark is in the place of a single line', () => {
    const five = {...failed, answered: [ansi('one\ntwo\nthree\nfour\nfive', 'error')]}
    expect(line(five)).toBe('✗ Bash  npm test  exit 1 · 0.75s\n  one\n  two\n  three\n  four\n  five\n')
    const usage = entryOf({kind: 'command', title: '/usage', answered: [ansi('one\ntwo\nthree\nfour')]})
    expect(line(usage)).toBe('› /usage\n  one\n  two\n  three\n  four\n')
  })

  const report = (text: string, given: Partial<Entry> = {}): Entry =>
    entryOf({
      kind: 'tool',
      title: 'Agent',
      subject: 'Sub',
      outcome: '2 tools',
      state: 'completed',
      prominent: 'answered',
      answered: [prose(text)],
      ...given,
    })
  const numbers = (count: number): string => Array.from({length: count}, (_, index) => index + 1).join('\n')

  test('a report is shown under its call, in six lines', () => {
    expect(line(report('It is **fine**.'))).toBe('✓ Agent  Sub  2 tools\n  It is fine.\n')
    expect(line(report(numbers(9)))).toBe(
      '✓ Agent  Sub  2 tools\n  1\n  2\n  3\n  4\n  5\n  6\n  … 3 more lines\n',
    )
  })

  test('of the output of a background command both ends are shown', () => {
    const text = line(report('', {title: 'BashOutput', answered: [ansi(numbers(20))]}))
    expect(text).toBe('✓ BashOutput  Sub  2 tools\n  1\n  2\n  … 14 more lines\n  17\n  18\n  19\n  20\n')
  })

  test('a plan is shown without the heading it is called by, also where it was turned down', () => {
    const plan = report('', {
      title: 'ExitPlanMode',
      subject: 'Plan',
      outcome: 'approved',
      prominent: 'both',
      asked: [prose('# Plan\n\n1. Fix it')],
      answered: [],
    })
    expect(line(plan)).toBe('✓ ExitPlanMode  Plan  approved\n  1. Fix it\n')
    const denied: Entry = {
      ...plan,
      state: 'denied',
      outcome: undefined,
      answered: [note('warning', 'Denied')],
    }
    expect(line(denied)).toBe('⊘ ExitPlanMode  Plan\n  1. Fix it\n  Denied\n')
  })

  test('the value a run answers with is on a line where it fits', () => {
    const value: Node = {kind: 'raw', value: {name: 'kiwi', n: 3}}
    const entry = report('', {
      title: 'StructuredOutput',
      subject: undefined,
      outcome: 'accepted',
      prominent: 'asked',
      asked: [value],
      answered: [],
    })
    expect(line(entry)).toBe('✓ StructuredOutput  accepted\n  {"name":"kiwi","n":3}\n')
    expect(line(entry, 20)).toBe('✓ StructuredOutput …\n  {\n    "name": "kiwi",\n    "n": 3\n  }\n')
  })

  test('several questions are shown with their answers, one is not shown twice', () => {
    const choice = (question: string, label: string): Node => ({
      kind: 'choice',
      question,
      choices: [{label, description: undefined, chosen: true}],
    })
    const given = {title: 'AskUserQuestion', prominent: 'both' as const, answered: []}
    const one = report('', {...given, subject: 'Colour?', outcome: 'red', asked: [choice('Colour?', 'red')]})
    expect(line(one)).toBe('✓ AskUserQuestion  Colour?  red\n')
    const two = {...one, subject: 'Colour? (+1)', asked: [choice('Colour?', 'red'), choice('Size?', 'big')]}
    expect(line({...two, outcome: '2 answers'})).toBe(
      '✓ AskUserQuestion  Colour? (+1)  2 answers\n  Colour? → red\n  Size? → big\n',
    )
  })

  test('a remark that says the outcome again is left out', () => {
    const launched = report('', {
      outcome: 'in the background',
      answered: [note('info', 'Running in the background as a1')],
    })
    expect(line(launched)).toBe('✓ Agent  Sub  in the background\n')
  })

  test('everything is shown where everything is asked for', () => {
    const full = (entry: Entry): string => renderTerminalEntry(entry, plainLookWith({style: 'line'}))
    expect(full(bash)).toBe('✓ Bash  npm test  exit 0 · 0.75s\n  42 passed\n')
    expect(full(report(numbers(30)))).toBe(
      `✓ Agent  Sub  2 tools\n  ${numbers(30).replaceAll('\n', '\n  ')}\n`,
    )
    expect(full(failed)).not.toContain('more lines')
    const long = {...bash, subject: `echo ${'a '.repeat(60)}end`, answered: []}
    expect(full(long)).toContain('end\n')
  })

  test('a thought is three lines, a summary twelve, what the main thread says is whole', () => {
    const shown = (kind: Entry['kind'], given: Partial<Entry> = {}): number =>
      line(entryOf({kind, title: 'T', asked: [prose(numbers(40))], ...given}))
        .trimEnd()
        .split('\n').length
    expect(shown('thinking')).toBe(4)
    expect(shown('summary')).toBe(14)
    for (const kind of ['prompt', 'answer', 'steering', 'memory'] as const) expect(shown(kind)).toBe(40)
    expect(shown('answer', {lane})).toBe(22)
  })

  test('the last line of a long output says how it came out', () => {
    const asked = fields(field('command', 'Command', 'npm test'))
    const shown = (text: string): string => line({...bash, outcome: undefined, asked, answered: [ansi(text)]})
    expect(shown('a\nb\nc\n')).toBe('✓ Bash  npm test  0.75s\n  a … 2 more lines\n')
    expect(shown('a\nb\n\nc\n1 passed\n')).toBe('✓ Bash  npm test  0.75s\n  … 3 lines … 1 passed\n')
  })

  test('JSON is shown on one line', () => {
    const json: Node = {
      kind: 'code',
      code: '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}',
      language: 'json',
      firstLine: undefined,
    }
    expect(line({...bash, outcome: undefined, answered: [json]})).toContain('\n  {"a": 1, "b": [2]}\n')
  })

  test('JSON in any other text is shown on one line too', () => {
    expect(line(entryOf({kind: 'command', title: '/init', asked: [prose('{\n  "a": 1\n}')]}))).toBe(
      '› /init\n  {"a":1}\n',
    )
    expect(line({...bash, outcome: undefined, answered: [ansi('{\nno json\n}')]})).toContain(
      '{ … 2 more lines',
    )
  })

  test('of many links and what was said of them, the words are shown', () => {
    const link = (name: string): Node => ({kind: 'link', url: `https://${name}.example`, text: name})
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(link)
    const shown = (...answered: readonly Node[]): string => line(report('', {title: 'WebSearch', answered}))
    expect(shown(link('a'), prose('Found.'))).toContain('  a (https://a.example)\n  Found.\n')
    expect(shown(...many, prose('Found.'))).toBe('✓ WebSearch  Sub  2 tools\n  Found.\n')
    expect(shown(...many, ...many)).toContain('  f (https://f.example)\n  … 8 more lines\n')
  })

  test('an error that was said has one mark', () => {
    const entry = entryOf({
      kind: 'answer',
      title: 'Assistant',
      isError: true,
      asked: [note('error', 'API Error: 400')],
    })
    expect(line(entry)).toBe('✗ API Error: 400\n')
  })

  test('an exit code is shown once', () => {
    expect(line({...failed, answered: [ansi('Exit code 1', 'error')]})).toBe(
      '✗ Bash  npm test  exit 1 · 0.75s\n',
    )
  })

  test('a refusal in an answer that is no error has failed, and says why', () => {
    const entry = {...bash, isError: true, outcome: 'refused', answered: [ansi('1 active member')]}
    expect(line(entry)).toBe('✗ Bash  npm test  refused · 0.75s\n  1 active member\n')
  })

  test('a list in an answer has other marks than the answer', () => {
    expect(line(entryOf({kind: 'answer', asked: [prose('- one\n- two')]}))).toBe('• ◦ one\n  ◦ two\n')
  })

  test('what a command says in Markdown is set, and not shown as it was written', () => {
    const usage = prose('**Model:** opus\n\n**Tokens:** 9k')
    const command = entryOf({kind: 'command', title: '/context', answered: [usage]})
    expect(line(command)).toBe('› /context\n  Model: opus\n  Tokens: 9k\n')
    expect(line({...command, turn: 2})).toMatch(/^\n›/)
  })

  test('what an agent is asked is shown in its first line, without the marks of Markdown', () => {
    const agent = entryOf({kind: 'agent', title: 'alice', subject: 'You are **alice**.\n\nRun `npm test`.'})
    expect(line(agent)).toBe('◇ alice  You are alice.\n')
  })

  test('what was asked in vain is shown in fewer rows', () => {
    const letter = prose('I need to know:\n\n1. Where?\n2. When?\n3. Why?\n4. Who?')
    const asked = entryOf({
      kind: 'tool',
      title: 'AskUserQuestion',
      subject: 'I need to know:',
      prominent: 'both',
      asked: [letter],
    })
    expect(line({...asked, state: 'failed', answered: [ansi('No such tool', 'error')]})).toBe(
      '✗ AskUserQuestion  I need to know:\n  1. Where?\n  2. When?\n  … 2 more lines\n  No such tool\n',
    )
    expect(line({...asked, state: 'completed'})).toContain('4. Who?')
  })

  test('the end of a turn is one line where its figures fit on it', () => {
    const asked = fields(field('time', 'Duration', '1.35s'), field('money', 'Cost', '$0.25'))
    const end = entryOf({kind: 'result', title: 'Completed', durationMs: 1350, asked})
    expect(line(end)).toBe('✓ Completed  Duration: 1.35s · Cost: $0.25\n')
    expect(line(end, 40)).toBe('✓ Completed\n  Duration: 1.35s · Cost: $0.25\n')
  })

  test('background work shows its report, and its number only where nothing else names it', () => {
    const asked = fields(field('task', 'Task', 'b7'), field('description', 'Summary', 'Build'))
    const task = entryOf({kind: 'task', title: 'Background task completed', subject: 'Build', asked})
    expect(line(task)).toBe('◇ Background task completed  Build\n')
    expect(line({...task, answered: [prose('All **green**.')]})).toContain('\n  All green.\n')
    expect(line({...task, subject: undefined})).toContain('Task: b7')
    expect(line({...task, subject: 'Look'})).toBe('◇ Background task completed  Look\n  Summary: Build\n')
  })

  test('a long path is cut in the middle, and keeps its name and its lines', () => {
    const read = (subject: string, width: number): string =>
      line({...bash, title: 'Read', outcome: undefined, answered: [], subject}, width)
    const path = '/home/dev/work/demo/src/render/terminal/app.ts:10-40'
    expect(read(path, 60)).toBe('✓ Read  /home/dev/…/src/render/terminal/app.ts:10-40  0.75s\n')
    expect(read(path, 36)).toBe('✓ Read  /home/…/app.ts:10-40  0.75s\n')
    expect(read('src/a-very-long-name-of-a-file.test.ts', 30)).toBe('✓ Read  a-very-…test.ts  0.75s\n')
    expect(read('https://a.example/a/b/c/page.html', 40)).toBe('✓ Read  https://a.example/a/b/c/…  0.75s\n')
    const spaced = {...bash, subject: '/home/dev/My Work/demo/app.ts', outcome: undefined, answered: []}
    const asked = fields(field('file', 'File', '/home/dev/My Work/demo/app.ts'))
    expect(line({...spaced, asked}, 34)).toBe('✓ Bash  /home/…/demo/app.ts  0.75s\n')
  })

  test('every state has its mark', () => {
    const marks = (
      ['pending', 'running', 'completed', 'failed', 'denied', 'interrupted', 'orphaned'] as const
    ).map((state) => line({...bash, state}).split(' ')[0])
    expect(marks).toEqual(['○', '◐', '✓', '✗', '⊘', '⚠', '⌛'])
  })

  test('a long subject is cut, and gets its own line where little would be left of it', () => {
    const long = {...bash, subject: 'npm test --workspace=packages/a --workspace=packages/b'}
    expect(line(long, 40)).toBe('✓ Bash  npm test --work…  exit 0 · 0.75s\n')
    expect(line({...long, title: 'github › list_issues'}, 40)).toBe(
      '✓ github › list_issues  exit 0 · 0.75s\n  npm test --workspace=packages/a --wor…\n',
    )
  })

  test('what was said is shown whole, with its mark in the gutter', () => {
    const text = 'The sum is wrong because the loop starts at one instead of zero.'
    expect(line(entryOf({kind: 'prompt', title: 'User', turn: 1, asked: [prose('Fix it')]}))).toBe(
      '› Fix it\n',
    )
    expect(line(entryOf({kind: 'answer', title: 'Assistant', asked: [prose(text)]}), 40)).toBe(
      '• The sum is wrong because the loop\n  starts at one instead of zero.\n',
    )
  })

  test('a new turn is separate', () => {
    expect(line(entryOf({kind: 'prompt', title: 'User', turn: 2, asked: [prose('Go on')]}))).toBe(
      '\n› Go on\n',
    )
  })

  test('a session shows what matters about it', () => {
    const asked = fields(
      field('setting', 'Session ID', 'abc'),
      field('model', 'Model', 'opus'),
      field('folder', 'Folder', '/home/dev/work/demo'),
    )
    const entry = entryOf({kind: 'session', title: 'Session Initialized', subject: 'abc', asked})
    expect(line(entry)).toBe('▸ Session Initialized  abc\n  Model: opus · Folder: /home/dev/work/demo\n')
  })

  test('a hook is called one, and a notice is not said twice', () => {
    expect(
      line(entryOf({kind: 'hook', title: 'PreToolUse:Bash', subject: 'PreToolUse', outcome: 'success'})),
    ).toBe('· hook PreToolUse:Bash  success\n')
    const notice = entryOf({kind: 'notice', title: 'api-error', subject: 'Overloaded', isError: true})
    expect(line({...notice, asked: [note('error', 'Overloaded')]})).toBe('✗ api-error  Overloaded\n')
  })

  test('a command of the user shows what it printed', () => {
    expect(line(entryOf({kind: 'shell', title: 'Shell', subject: 'ls', answered: [ansi('a\nb')]}))).toBe(
      '$ ls\n  a\n  b\n',
    )
  })

  test('an unknown record shows its JSON on a line', () => {
    const entry = entryOf({kind: 'unknown', title: 'novel', asked: [{kind: 'raw', value: {a: [1, 2]}}]})
    expect(line(entry)).toBe('· unknown novel\n  {"a":[1,2]}\n')
  })

  test('an agent has a gutter and its name on everything it does', () => {
    const said = entryOf({kind: 'answer', title: 'Assistant', asked: [prose('Found it.')], lane})
    const long = entryOf({kind: 'answer', asked: [prose('It is in the loop, which starts at one.')], lane})
    expect(line({...bash, lane})).toBe('┃ explore · ✓ Bash  npm test  exit 0 · 0.75s\n')
    expect(line(said)).toBe('┃ explore · • Found it.\n')
    expect(line(long, 40)).toBe('┃ explore\n┃ • It is in the loop, which starts at\n┃   one.\n')
    expect(line({...failed, lane: {...lane, level: 2}})).toMatch(/^┃ ┃ explore · ✗ Bash/)
  })

  test('gutters of deep agents shrink before the text does', () => {
    expect(line({...bash, lane: {...lane, level: 4}}, 40)).toMatch(/^┃ ┃ ┃ ┃ explore · /)
    expect(line({...bash, lane: {...lane, level: 6}}, 40)).toMatch(/^┃┃┃┃┃┃ explore · /)
    expect(line({...bash, lane: {...lane, level: 600}}, 40)).toMatch(/^┃┃┃┃┃┃┃ explore · /)
  })

  test('a compaction does not tell its tokens twice', () => {
    const asked = fields(field('setting', 'Trigger', 'auto'), field('number', 'Tokens', '12 → 3 tokens'))
    const compaction = entryOf({kind: 'compaction', title: 'Compacted', outcome: '12 → 3 tokens', asked})
    expect(line(compaction)).toBe('≡ Compacted  12 → 3 tokens\n  Trigger: auto\n')
  })

  test('an agent that sets to work is not named twice', () => {
    const entry = entryOf({kind: 'agent', title: 'explore', subject: 'Find the sum', lane})
    expect(line({...entry, asked: fields(field('agent', 'Type', 'Explore'))})).toBe(
      '┃ ◇ explore  Find the sum\n┃   Type: Explore\n',
    )
  })

  test('times stand in a column of their own', () => {
    const options = plainLookWith({style: 'line', timestamps: true, zone: 'Europe/Berlin', limits})
    expect(renderTerminalEntry({...bash, outcome: undefined, lane}, options)).toBe(
      '15:03:22 ┃ explore · ✓ Bash  npm test  0.75s\n         ┃   42 passed\n',
    )
  })

  test('names and subjects cannot move the cursor', () => {
    const hostile = '\u001b[2Ja\u009bHb\nc\u202e'
    const text = line({
      ...bash,
      title: hostile,
      subject: hostile,
      outcome: hostile,
      lane: {...lane, name: hostile},
    })
    expect(text).toBe('┃ ab c · ✓ ab c  ab c  ab c · 0.75s\n')
  })

  test('colours say who acts and how it came out', () => {
    const options = plainLookWith({style: 'line', paint: paintFor(true), limits})
    expect(renderTerminalEntry(bash, options)).toBe(
      '\u001b[32m✓\u001b[39m \u001b[1m\u001b[36mBash\u001b[39m\u001b[22m  npm test\u001b[2m  exit 0 · 0.75s\u001b[22m\n',
    )
  })
})

describe('plain', () => {
  const plain = (entry: Entry, width = 80): string =>
    renderTerminalEntry(entry, plainLookWith({style: 'plain', width, limits}))

  test('a call is one line of ASCII', () => {
    expect(plain({...bash, outcome: undefined, answered: []})).toBe('[ok] Bash: npm test (0.75s)\n')
    expect(plain({...bash, title: 'github › list', outcome: '+3 −1'})).toBe(
      '[ok] github > list: npm test (+3 -1, 0.75s)\n',
    )
  })

  test('subjects are ASCII too as far as they are recount’s words', () => {
    expect(plain({...bash, subject: '#1 → done ⏎ x', outcome: '2 × 3', answered: []})).toBe(
      '[ok] Bash: #1 -> done \\n x (2 x 3, 0.75s)\n',
    )
  })

  test('a failure says why', () => {
    expect(plain(failed)).toBe(
      '[x] Bash: npm test (exit 1, 0.75s)\n  one\n  ... 2 more lines\n  four\n  five\n  six\n',
    )
  })

  test('who speaks is a word', () => {
    const text = 'The sum is wrong because the loop starts at one instead of zero.'
    expect(plain(entryOf({kind: 'prompt', title: 'User', asked: [prose('Fix it')]}))).toBe('[user] Fix it\n')
    expect(plain(entryOf({kind: 'answer', title: 'Assistant', asked: [prose(text)], lane}), 40)).toBe(
      '| explore - [assistant]\n|   The sum is wrong because the loop\n|   starts at one instead of zero.\n',
    )
  })
})
