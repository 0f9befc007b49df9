import {describe, expect, test} from 'vitest'
import {
  assistantResponse,
  promptRecord,
  resultRecord,
  testConversation,
  textBlock,
} from '../../../test/support/conversation/test-conversation.ts'
import {type Entry, note, prose} from '../../page/index.ts'
import {Narrator} from '../live/narrator.ts'

/** What is shown of records at a depth, without the head of the session. */
function entriesOf(records: readonly object[], depth: 'assistant' | 'all' = 'assistant'): readonly Entry[] {
  const narrator = new Narrator({depth, pair: true, thinking: true, heading: {}})
  const conversation = testConversation()
  const entries = records.flatMap((record) => narrator.apply(conversation.add([record])))
  return [...entries, ...narrator.apply(conversation.end()), ...narrator.finish()].filter(
    ({kind}) => kind !== 'session',
  )
}

const system = (subtype: string, more: object) => ({
  type: 'system',
  subtype,
  session_id: 's',
  uuid: 'u',
  ...more,
})
const factsOf = (entry: Entry | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entry?.asked.flatMap((node) =>
      node.kind === 'fields' ? node.fields.map(({label, value}) => [label, value]) : [],
    ) ?? [],
  )

describe('a result', () => {
  const interrupted = [
    assistantResponse('m', textBlock('Working.')),
    promptRecord('[Request interrupted by user]'),
    resultRecord({
      subtype: 'error_during_execution',
      is_error: true,
      errors: ['[ede_diagnostic] result_type=user'],
      duration_ms: 1060,
    }),
  ]
  test('of an interrupted turn says that, and not that something failed', () => {
    const last = entriesOf(interrupted).at(-1)
    expect(last).toMatchObject({kind: 'interruption', title: 'Interrupted', isError: false, answered: []})
    expect(factsOf(last)).toEqual({Duration: '1.06s'})
  })
  test('of a turn that failed says why in words', () => {
    const entries = entriesOf([
      assistantResponse('m', textBlock('Again.')),
      resultRecord({subtype: 'error_max_turns', errors: ['Too many']}),
    ])
    expect(entries.at(-1)).toMatchObject({
      kind: 'result',
      title: 'Failed',
      subject: 'turn limit reached',
    })
  })
  test('whose text says why it failed says it once', () => {
    const end = resultRecord({is_error: true, result: 'Prompt is too long'})
    expect(entriesOf([assistantResponse('m', textBlock('Hello.')), end]).at(-1)).toMatchObject({
      title: 'Failed',
      subject: undefined,
      answered: [prose('Prompt is too long')],
    })
  })
  test('counts the turns of the model under another name than those of the conversation', () => {
    const end = resultRecord({num_turns: 18})
    expect(factsOf(entriesOf([assistantResponse('m', textBlock('Hello.')), end]).at(-1))).toMatchObject({
      'Model turns': '18',
    })
  })
  test('has its own part of numbers that run on', () => {
    const ends = entriesOf([
      assistantResponse('m', textBlock('One.')),
      resultRecord({duration_api_ms: 60, total_cost_usd: 0.0261}),
      resultRecord({duration_api_ms: 0, total_cost_usd: 0.0261}),
      assistantResponse('n', textBlock('Two.')),
      resultRecord({duration_api_ms: 80, total_cost_usd: 0.0518}),
    ]).filter(({kind}) => kind === 'result')
    expect(ends.map(factsOf)).toEqual([
      {'API time': '0.06s', Cost: '$0.0261'},
      {'API time': '0.00s', Cost: '$0.00 ($0.0261 so far)'},
      {'API time': '0.02s', Cost: '$0.0257 ($0.0518 so far)'},
    ])
  })
})

describe('what the client remarks', () => {
  const first = assistantResponse('m', textBlock('Hello.'))
  test('is shown as the sentence it is', () => {
    const retry = {attempt: 1, max_retries: 2, retry_delay_ms: 621, error_status: 529}
    expect(entriesOf([first, system('api_retry', retry)]).at(-1)).toMatchObject({
      kind: 'notice',
      title: 'API overloaded (529), retry 1 of 2 in 0.6s',
      asked: [],
    })
    expect(
      entriesOf([first, system('informational', {content: 'Careful', level: 'warning'})]).at(-1)?.title,
    ).toBe('Careful')
    expect(
      entriesOf([first, system('informational', {content: 'Careful\nnow', level: 'warning'})]).at(-1),
    ).toMatchObject({title: 'Notice', subject: 'Careful\nnow'})
  })
  test('has a title if it needs one', () => {
    const failed = {status: null, compact_result: 'failed', compact_error: 'Not enough messages to compact.'}
    expect(entriesOf([first, system('status', failed)]).at(-1)).toMatchObject({
      title: 'Compaction failed',
      subject: 'Not enough messages to compact.',
    })
    expect(entriesOf([first, system('memory_saved', {content: 'x'})], 'all').at(-1)?.title).toBe(
      'Memory saved',
    )
  })
  test('of a limit is one line, and nothing as long as there is enough', () => {
    const limit = (info: object) => ({
      type: 'rate_limit_event',
      session_id: 's',
      rate_limit_info: {rateLimitType: 'five_hour', resetsAt: 1794790000, ...info},
    })
    expect(entriesOf([first, limit({status: 'allowed_warning', utilization: 0.93})]).at(-1)).toMatchObject({
      title: 'Rate limit',
      subject: '93% of the 5-hour limit used, resets 00:46 UTC',
      isError: false,
    })
    expect(entriesOf([first, limit({status: 'rejected'})]).at(-1)).toMatchObject({
      subject: 'the 5-hour limit is used up, resets 00:46 UTC',
      isError: true,
    })
    expect(entriesOf([first, limit({status: 'rejected', rateLimitType: 'seven_day'})]).at(-1)?.subject).toBe(
      'the 7-day limit is used up, resets 2026-11-16 00:46 UTC',
    )
    expect(entriesOf([first, limit({status: 'allowed'})])).toHaveLength(1)
  })
  test('of a limit is left to the client if it writes a response', () => {
    const limit = (isUsingOverage: boolean) => ({
      type: 'rate_limit_event',
      session_id: 's',
      rate_limit_info: {status: 'rejected', rateLimitType: 'five_hour', isUsingOverage},
    })
    expect(entriesOf([first, limit(false)])).toHaveLength(1)
    expect(entriesOf([first, limit(true)])).toHaveLength(2)
  })
  test('of a compaction is shown under the command it belongs to', () => {
    expect(
      entriesOf([first, promptRecord('<local-command-stdout>Compacted </local-command-stdout>')]).at(-1),
    ).toMatchObject({
      kind: 'command',
      title: '/compact',
    })
  })
})

describe('a summary of the earlier conversation', () => {
  test('is shown without what the client reminds the model of', () => {
    const summary = 'Before.\n<system-reminder>\nTools used: Read\n</system-reminder>\n'
    expect(
      entriesOf([
        assistantResponse('m', textBlock('Hello.')),
        promptRecord(summary, {isCompactSummary: true}),
      ]).at(-1)?.asked,
    ).toEqual([{kind: 'prose', markdown: 'Before.'}])
  })
})

describe('what the assistant says', () => {
  const filling = (words: string) => ({
    ...assistantResponse('x', textBlock(words)),
    message: {id: 'x', role: 'assistant', model: '<synthetic>', content: [textBlock(words)]},
  })
  test('is not shown if it is blank, and only at depth all if the client wrote it', () => {
    expect(entriesOf([assistantResponse('m', textBlock('\n\n'))], 'all')).toEqual([])
    expect(entriesOf([filling('No response requested.')])).toEqual([])
    expect(entriesOf([filling('No response requested.')], 'all')).toHaveLength(1)
  })
  test('is marked if the token limit cut it', () => {
    const cut = assistantResponse('m', textBlock('This is a'))
    const [entry] = entriesOf([{...cut, message: {...cut.message, stop_reason: 'max_tokens'}}])
    expect(entry?.asked.at(-1)).toEqual(note('warning', 'Cut off: token limit reached'))
  })
  test('of an error of the API is shown in its words', () => {
    const said = 'API Error: 400 {"type":"error","error":{"message":"bad thing"}}'
    expect(entriesOf([{...filling(said), error: 'unknown'}])[0]).toMatchObject({
      subject: 'API Error: 400 bad thing',
      isError: true,
    })
  })
})

test('what a command says to the model is prose', () => {
  const body = {...promptRecord('# Steps\n\n- one'), isMeta: true}
  expect(entriesOf([body], 'all').find(({kind}) => kind === 'instruction')?.asked).toEqual([
    {kind: 'prose', markdown: '# Steps\n\n- one'},
  ])
})

test('a prompt that is a picture is called so', () => {
  const source = {type: 'url', url: 'https://example.com/a.png'}
  const picture = {...promptRecord(''), message: {role: 'user', content: [{type: 'image', source}]}}
  expect(entriesOf([picture])[0]).toMatchObject({kind: 'prompt', subject: 'image'})
})

describe('what the editor noted', () => {
  const opened = (words: string) =>
    `<ide_opened_file>The user opened a.ts in the IDE. This may or may not be related to the current task.</ide_opened_file>${words}`

  test('is below the prompt, without what it says to the model', () => {
    expect(entriesOf([promptRecord(opened('Explain it'))])[0]?.asked).toEqual([
      prose('Explain it'),
      note('info', 'The user opened a.ts in the IDE.'),
    ])
  })

  test('is described, however many spaces are in it', () => {
    // A pattern that tries every pair of spaces would take quadratic time.
    const spaced = `a${' '.repeat(5_000_000)}b`
    expect(entriesOf([promptRecord(`<ide_selection>${spaced}</ide_selection>Why?`)])[0]?.asked[1]).toEqual(
      note('info', spaced),
    )
  })

  test('is not a turn if it is alone', () => {
    const entries = entriesOf(
      [promptRecord(opened('')), promptRecord('Explain it'), assistantResponse('m', textBlock('It adds.'))],
      'all',
    )
    expect(entries.find(({title}) => title === 'From the editor')).toMatchObject({
      depth: 'hook',
      subject: 'The user opened a.ts in the IDE.',
    })
    expect(entries.find(({kind}) => kind === 'prompt')).toMatchObject({subject: 'Explain it', turn: 1})
  })
})

describe('diagnostics of the editor', () => {
  const asked = (said: string) =>
    entriesOf([promptRecord(`<ide_diagnostics>${said}</ide_diagnostics>Fix it`)]).find(
      ({kind}) => kind === 'prompt',
    )?.asked[1]
  const range = {start: {line: 4, character: 2}, end: {line: 4, character: 5}}

  test('say what is wrong, and where', () => {
    const found = {message: 'Cannot find name foo', severity: 'Error', range}
    expect(asked(JSON.stringify([{uri: 'file:///src/c.ts', diagnostics: [found]}]))).toEqual(
      note('info', 'Diagnostics: /src/c.ts:5:3 Error: Cannot find name foo'),
    )
  })

  test.each([
    'not json',
    '[{"severity":"error"}]',
    '[{"uri":"a","diagnostics":[{"code":1}]}]',
    '[{"uri":"a","diagnostics":[{"message":"m"},"and this"]}]',
  ])('stay unchanged if they cannot be read: %s', (said) => {
    expect(asked(said)).toEqual(note('info', `Diagnostics: ${said}`))
  })
})
