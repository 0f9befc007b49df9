import {describe, expect, test} from 'vitest'
import {readBlocks} from './read-blocks.ts'
import {noFlags, readUserText, type UserTextFlags} from './read-user-text.ts'

const read = (text: string, flags: Partial<UserTextFlags> = {}) =>
  readUserText(readBlocks(text), {...noFlags, ...flags})

describe('a prompt', () => {
  test('is what nothing else is', () => {
    expect(read('Help me fix this bug...')).toEqual({
      kind: 'prompt',
      text: 'Help me fix this bug...',
      blocks: [{type: 'text', text: 'Help me fix this bug...'}],
      ide: [],
      replay: false,
      origin: undefined,
    })
  })

  test.each([
    'What does <bash-input> mean?',
    'Explain <command-name>/init</command-name> to me',
    'Why did it print [Request interrupted by user]?',
    '[Request interrupted by user] is what it said. Why?',
    'I saw (compacted conversation) in the log',
    '<bash-input> is a tag that I saw',
    '<div onmouseover="alert(1)">hover</div>',
    '<task-notification',
    'Caveat: I am in a hurry',
    '<3 thank you',
  ])('that talks about tags stays one: %s', (text) => {
    expect(read(text)).toMatchObject({kind: 'prompt', text})
  })

  test('has its origin', () => {
    expect(read('Go on', {replay: true, origin: 'channel'})).toMatchObject({replay: true, origin: 'channel'})
  })

  test('keeps its images with its text', () => {
    const image = {type: 'image', source: {type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo...'}}
    expect(readUserText(readBlocks([{type: 'text', text: 'See'}, image]), noFlags)).toMatchObject({
      kind: 'prompt',
      text: 'See',
      blocks: [{type: 'text'}, {type: 'image'}],
    })
  })
})

describe('a slash command', () => {
  test('is shown by its tags, in any order', () => {
    const text =
      '<command-message>shout is running…</command-message>\n<command-name>/shout</command-name>\n<command-args>hello there</command-args>'
    expect(read(text)).toEqual({
      kind: 'slash-command',
      name: '/shout',
      args: 'hello there',
      contents: 'shout is running…',
    })
  })

  test('has separate contents in older clients', () => {
    const text =
      '<command-name>/model</command-name>\n            <command-message>model</command-message>\n            <command-args></command-args>\n<command-contents>{"a":1}</command-contents>'
    expect(read(text)).toEqual({kind: 'slash-command', name: '/model', args: '', contents: '{"a":1}'})
  })

  test('gives the model instructions that were not typed', () => {
    expect(read('Shout this loudly: hello there\n', {meta: true})).toEqual({
      kind: 'instruction',
      source: 'command',
      text: 'Shout this loudly: hello there\n',
      callId: undefined,
    })
  })
})

describe('what the client says in a person’s place', () => {
  test.each([
    ['Caveat: The messages below were generated...', {meta: true}, 'caveat'],
    ['<local-command-caveat>Caveat: The messages below…</local-command-caveat>', {meta: true}, 'caveat'],
    ['Base directory for this skill: /home/dev/tidy', {meta: true}, 'skill'],
    ['Tidy the code', {meta: true, sourceCall: 'toolu_1'}, 'skill'],
    ['Stop hook feedback:\n- please double check', {}, 'hook'],
    ['SubagentStop hook feedback:\nno', {}, 'hook'],
    ['<session-start-hook>session start hook says hi</session-start-hook>', {}, 'hook'],
    ['<user-prompt-submit-hook>prompt hook context</user-prompt-submit-hook>', {}, 'hook'],
    ['<post-tool-use-hook>post hook context</post-tool-use-hook>', {}, 'hook'],
    ['<system-reminder>Session context refreshed</system-reminder>', {}, 'reminder'],
    ['<system-reminder>one</system-reminder>\n<system-reminder>two</system-reminder>', {}, 'reminder'],
    ['Your response above was cut off mid-stream.', {meta: true}, 'client'],
    ['Output token limit hit. Resume directly.', {meta: true}, 'client'],
    ['Continue from where you left off.', {meta: true}, 'client'],
    ['[Image: source: /tmp/1.png]', {meta: true}, 'client'],
    ['Some words', {meta: true, replay: true}, 'client'],
  ] as const)('%j %j is from the %s', (text, flags, source) => {
    expect(read(text, flags)).toMatchObject({kind: 'instruction', source, text})
  })

  test('names the call it belongs to', () => {
    expect(read('Tidy the code', {meta: true, sourceCall: 'toolu_1'})).toMatchObject({callId: 'toolu_1'})
  })

  test('does not hide the prompt after it', () => {
    expect(read('<system-reminder>context</system-reminder>\n\nFix the bug')).toMatchObject({
      kind: 'prompt',
      text: 'Fix the bug',
    })
  })
})

describe('what was printed', () => {
  test.each([
    [
      '<local-command-stdout>Compacted </local-command-stdout>',
      {kind: 'command-output', stdout: 'Compacted ', stderr: ''},
    ],
    [
      '<local-command-stderr>Error: no</local-command-stderr>',
      {kind: 'command-output', stdout: '', stderr: 'Error: no'},
    ],
    ['<bash-input>ls -la</bash-input>', {kind: 'bash-input', command: 'ls -la'}],
    [
      '<bash-stdout>bang\nerr</bash-stdout><bash-stderr></bash-stderr>',
      {kind: 'bash-output', stdout: 'bang\nerr', stderr: ''},
    ],
    [
      '<bash-stdout></bash-stdout><bash-stderr>no such file\n</bash-stderr>',
      {kind: 'bash-output', stdout: '', stderr: 'no such file\n'},
    ],
    ['<bash-stderr>only this</bash-stderr>', {kind: 'bash-output', stdout: '', stderr: 'only this'}],
  ])('%s', (text, wanted) => {
    expect(read(text)).toEqual(wanted)
  })

  test('may hold the tags themselves', () => {
    const printed = 'x</bash-stdout><bash-stderr>y</bash-stderr>z'
    expect(read(`<bash-stdout>${printed}</bash-stdout><bash-stderr>real</bash-stderr>`)).toEqual({
      kind: 'bash-output',
      stdout: printed,
      stderr: 'real',
    })
  })
})

describe('a summary of what was compacted', () => {
  test('is shown by its record', () => {
    expect(read('Earlier we fixed a bug.', {compactSummary: true})).toEqual({
      kind: 'compact-summary',
      text: 'Earlier we fixed a bug.',
    })
  })

  test.each([
    'This session is being continued from a previous conversation that ran out of context.',
    '(compacted conversation) We fixed a bug.',
  ])('is shown by its first words: %s', (text) => {
    expect(read(text)).toEqual({kind: 'compact-summary', text})
  })
})

test('a person who speaks of feedback is not a hook that gives some', () => {
  const kindOf = (said: string) => readUserText([{type: 'text', text: said}], noFlags).kind
  expect(kindOf('Stop hook feedback:\n- please double check')).toBe('instruction')
  expect(kindOf('Stop hook feedback: what is that?')).toBe('prompt')
})

test('what a person wants to be remembered is a memory', () => {
  expect(read('<user-memory-input>\nAlways use tabs\n</user-memory-input>')).toEqual({
    kind: 'memory',
    text: 'Always use tabs',
  })
})

describe('what the editor notes', () => {
  test('is separated from the prompt after it', () => {
    const text = [
      '<ide_opened_file>The user opened the file /home/ada/shop/cart.ts in the IDE.</ide_opened_file>',
      '<ide_selection>The user selected the lines 1 to 2 from /home/ada/shop/cart.ts:\nconst a = 1</ide_selection>',
      '<ide_diagnostics>[{"severity":"error"}]</ide_diagnostics>',
      'Please fix this.',
    ].join('\n')
    expect(read(text)).toMatchObject({
      kind: 'prompt',
      text: 'Please fix this.',
      ide: [
        {kind: 'opened-file', text: 'The user opened the file /home/ada/shop/cart.ts in the IDE.'},
        {
          kind: 'selection',
          text: 'The user selected the lines 1 to 2 from /home/ada/shop/cart.ts:\nconst a = 1',
        },
        {kind: 'diagnostics', text: '[{"severity":"error"}]'},
      ],
    })
  })

  test('may be inside the tag of a hook', () => {
    const text =
      '<post-tool-use-hook><ide_diagnostics>[{"severity":"error"}]</ide_diagnostics></post-tool-use-hook>And this?'
    expect(read(text)).toMatchObject({
      kind: 'prompt',
      text: 'And this?',
      ide: [{kind: 'diagnostics', text: '[{"severity":"error"}]'}],
    })
  })

  const hook =
    '<post-tool-use-hook><ide_diagnostics>[{"severity":"error"}]</ide_diagnostics></post-tool-use-hook>'

  test.each([
    ['alone', hook, {}],
    ['alone, more than once', `${hook}\n${hook}`, {}],
    ['alone, in a record of the client', hook, {meta: true}],
    ['with more to say', hook.replace('</post', 'Run the linter.</post'), {}],
  ] as const)('is the text of the hook if it is %s', (_how, text, flags) => {
    expect(read(text, flags)).toEqual({kind: 'instruction', source: 'hook', text, callId: undefined})
  })

  test('may be in a separate block', () => {
    const blocks = readBlocks(['<ide_opened_file>The user opened a.ts</ide_opened_file>', 'Explain it'])
    expect(readUserText(blocks, noFlags)).toMatchObject({
      text: 'Explain it',
      ide: [{kind: 'opened-file', text: 'The user opened a.ts'}],
    })
  })

  test('is not a prompt if there is nothing else', () => {
    const notes = '<ide_opened_file>a.ts</ide_opened_file><ide_selection>b.ts</ide_selection>'
    expect(read(notes)).toMatchObject({kind: 'instruction', source: 'editor', text: 'a.ts\n\nb.ts'})
    const picture = {type: 'image', source: {type: 'url', url: 'https://example.com/a.png'}}
    const shown = readBlocks([{type: 'text', text: notes}, picture])
    expect(readUserText(shown, noFlags)).toMatchObject({kind: 'prompt', text: '', ide: [{}, {}]})
  })

  test('is kept if the client writes nothing else', () => {
    expect(read('<ide_opened_file>a.ts</ide_opened_file>', {meta: true})).toMatchObject({
      kind: 'instruction',
      source: 'editor',
      text: 'a.ts',
    })
  })

  test('is none if its tag is malformed, whatever follows', () => {
    const text = '<ide_selection was empty> and then <ide_selection>a.ts</ide_selection> came. Why?'
    expect(read(text)).toMatchObject({kind: 'prompt', text, ide: []})
  })

  test('does not hide a command after it', () => {
    expect(read('<ide_opened_file>a.ts</ide_opened_file>\n<bash-input>ls</bash-input>')).toEqual({
      kind: 'bash-input',
      command: 'ls',
    })
  })
})

describe('the notification of a background task', () => {
  const notification = (...inside: readonly string[]) =>
    read(['<task-notification>', ...inside, '</task-notification>'].join('\n'))

  test('has everything about the task', () => {
    expect(
      notification(
        '<task-id>a0215b1105cdb2be6</task-id>',
        '<tool-use-id>toolu_01SJbUWQzLp4jRgEcHXhjQAJ</tool-use-id>',
        '<output-file>/home/dev/tmp/tasks/a0215b1105cdb2be6.output</output-file>',
        '<status>completed</status>',
        '<summary>Agent "Review bg" completed</summary>',
        '<result>Background report: bug on line 2.</result>',
        '<usage><total_tokens>12535</total_tokens><tool_uses>1</tool_uses><duration_ms>2699</duration_ms></usage>',
      ),
    ).toEqual({
      kind: 'task-notification',
      taskId: 'a0215b1105cdb2be6',
      callId: 'toolu_01SJbUWQzLp4jRgEcHXhjQAJ',
      status: 'completed',
      summary: 'Agent "Review bg" completed',
      result: 'Background report: bug on line 2.',
      usage: {tokens: 12535, toolUses: 1, durationMs: 2699},
      queued: false,
    })
  })

  test.each([
    'total_tokens: 4711\ntool_uses: 2\nduration_ms: 1500',
    'subagent_tokens: 4711\ntool_uses: 2\nduration_ms: 1500',
  ])('has its usage as older clients wrote it: %j', (usage) => {
    expect(notification('<task-id>b1c2d3e</task-id>', `<usage>${usage}</usage>`)).toMatchObject({
      usage: {tokens: 4711, toolUses: 2, durationMs: 1500},
    })
  })

  test.each([
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['killed', 'stopped'],
    ['stopped', 'stopped'],
    ['running', 'running'],
  ])('of one that is %s says %s', (status, wanted) => {
    expect(notification(`<status>${status}</status>`)).toMatchObject({status: wanted})
  })

  test('does not read tags in an agent’s report', () => {
    const answer = 'The log says <total_tokens>1</total_tokens> and </result> and <status>failed</status>.'
    expect(
      notification(`<result>${answer}</result>`, '<usage><total_tokens>9</total_tokens></usage>'),
    ).toMatchObject({status: 'completed', result: answer, usage: {tokens: 9}})
  })

  test('may leave everything out', () => {
    expect(notification()).toEqual({
      kind: 'task-notification',
      taskId: undefined,
      callId: undefined,
      status: 'completed',
      summary: '',
      result: '',
      usage: {tokens: undefined, toolUses: undefined, durationMs: undefined},
      queued: false,
    })
  })
})

describe('what a teammate says', () => {
  test('has its name', () => {
    const text =
      '<teammate-message teammate_id="alice" color="blue" summary="cart done">\nThe cart has **12** tests now.\n</teammate-message>'
    expect(read(text)).toEqual({
      kind: 'teammate-message',
      from: 'alice',
      text: 'The cart has **12** tests now.',
      queued: false,
    })
    expect(read('<agent-message from="bob">done</agent-message>')).toEqual({
      kind: 'teammate-message',
      from: 'bob',
      text: 'done',
      queued: false,
    })
    expect(read('<teammate-message>done</teammate-message>')).toEqual({
      kind: 'teammate-message',
      from: undefined,
      text: 'done',
      queued: false,
    })
  })

  test('is not lost when others speak in the same record', () => {
    const text =
      '<teammate-message teammate_id="alice" color="blue">\nThe cart is done.\n</teammate-message>\n\n<teammate-message teammate_id="bob" color="green">\nSo is the till.\n</teammate-message>'
    expect(read(text)).toEqual({
      kind: 'teammate-message',
      from: 'alice, bob',
      text: 'The cart is done.\n\nSo is the till.',
      queued: false,
    })
  })
})

describe('what the client says of a command that it has not', () => {
  test.each(['Unknown command: /nosuch', 'Unknown slash command: nosuch', 'Unknown skill: nosuch'])(
    '%s is a notice, and nothing a person asked',
    (text) => {
      expect(read(text)).toMatchObject({kind: 'notice', name: 'unknown_command', level: 'warning', text})
    },
  )
  test('is a prompt if the user asks about it', () => {
    expect(read('Unknown command: /nosuch is what it says. Why?')).toMatchObject({kind: 'prompt'})
  })
})

describe('an interruption', () => {
  test.each([
    ['[Request interrupted by user]', false],
    ['[Request interrupted by user for tool use]', true],
  ])('%s is for a tool: %s', (text, forTool) => {
    expect(read(text)).toEqual({kind: 'interruption', forTool, responseId: undefined})
  })

  test('names the response that it cut', () => {
    expect(
      read('[Request interrupted by user]', {interruptedMessage: 'msg_017Kz7JwqGckeVwjiLnVDMR5'}),
    ).toMatchObject({
      responseId: 'msg_017Kz7JwqGckeVwjiLnVDMR5',
    })
  })
})
