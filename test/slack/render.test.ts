import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {SlackMirror} from '../../src/cli/commands/slack/slack-mirror.ts'
import {Conversation} from '../../src/conversation/index.ts'
import type {Heading} from '../../src/describe/index.ts'
import {readLines} from '../../src/dialects/index.ts'
import type {EntryKind} from '../../src/page/index.ts'
import {entryKinds} from '../../src/page/index.ts'
import type {SlackLevel, SlackMessage} from '../../src/render/slack/index.ts'
import {isSignificant, mrkdwn, slackLevels, slackLimits} from '../../src/render/slack/index.ts'
import {splitText} from '../../src/render/slack/text/blocks.ts'
import {recording, recordings, recordingsIn, sharedFolder} from '../support/conversation/recordings.ts'
import {
  assistantResponse,
  promptRecord,
  resultRecord,
  textBlock,
  toolResult,
  toolUse,
  transcriptRecord,
} from '../support/conversation/test-conversation.ts'
import {fc} from '../support/fc.ts'
import {golden} from '../support/golden.ts'
import {entryOf} from '../support/pages/entry.ts'
import {checkBlocks, checkMarkup, countBlockCharacters} from '../support/slack/check-blocks.ts'
import {mirroredMessages} from '../support/slack/test-mirror.ts'
import {loadSamples} from '../tools/tool-samples.ts'

/** The messages of a thread that is made of these records, and every state that each was in. */
function posted(
  records: readonly object[],
  level: SlackLevel = 'normal',
  mention?: string,
  heading: Heading = {},
) {
  const states: SlackMessage[] = []
  const last = new Map<string, SlackMessage>()
  const mirror = new SlackMirror({
    state: new Conversation({keep: 'open'}),
    thread: {level, mention},
    heading,
    redact: true,
    open: () => ({
      put: (message) => {
        states.push(message)
        last.set(message.key, message)
      },
      status: () => {},
    }),
  })
  const reader = readLines('test')
  const bytes = new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  for (const line of reader.push(bytes)) mirror.read(line)
  return {
    states,
    last,
    finish() {
      mirror.end('test')
      mirror.finish()
      return [...last.values()]
    },
  }
}

/** What is wrong with a message as Slack sees it. */
function problemsOf({blocks, text: words, key}: SlackMessage): readonly string[] {
  return [
    ...checkBlocks(blocks),
    ...checkMarkup(words),
    ...(words.length === 0 || words.length > slackLimits.updateText.max ? [`text of ${words.length}`] : []),
    ...(countBlockCharacters(blocks) > slackLimits.messageText.max
      ? [`${countBlockCharacters(blocks)} in all`]
      : []),
  ].map((problem) => `${key}: ${problem}`)
}

describe("ccpretty's examples", () => {
  const init = {
    type: 'system',
    subtype: 'init',
    session_id: 'session_abc123',
    tools: ['Bash', 'Read', 'Write', 'Edit'],
    mcp_servers: [],
  }
  const inSession = (record: object) => ({...record, session_id: 'session_abc123'})
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

  test('a session begins', () => {
    const blocks = posted([init]).last.get('session')?.blocks
    golden('test/golden/slack/session.json', json({blocks}))
    expect(blocks).toEqual([
      {type: 'header', text: {type: 'plain_text', text: '🚀 Claude Code Session Started'}},
      {
        type: 'section',
        fields: [
          {type: 'mrkdwn', text: '*Session ID:*\n`session_abc123`'},
          {type: 'mrkdwn', text: '*Tools:*\nBash, Read, Write, Edit'},
        ],
      },
    ])
  })
  test('a call is made, and completes in the same message', () => {
    const made = inSession(
      assistantResponse(
        'm1',
        toolUse('t1', 'Bash', {command: 'npm test', description: 'Running test suite...'}),
      ),
    )
    const running = posted([init, made]).last.get('tools:t1')?.blocks
    golden('test/golden/slack/tool-in-progress.json', json({blocks: running}))
    expect(running).toEqual([
      {type: 'section', text: {type: 'mrkdwn', text: '⏳ *Tool:* Bash\n`npm test`\n_Running test suite..._'}},
    ])
    const ended = inSession(toolResult('t1', 'Test suite passed (15 tests, 2.3s)'))
    const completed = posted([init, made, ended]).last.get('tools:t1')?.blocks
    golden('test/golden/slack/tool-completed.json', json({blocks: completed}))
    expect(completed).toEqual([
      {
        type: 'section',
        text: {type: 'mrkdwn', text: '✅ *Tool:* Bash\n`npm test`\n_Test suite passed (15 tests, 2.3s)_'},
      },
    ])
  })
  test('texts of the assistant stand together until something else happens', () => {
    const said = [
      "I'll analyze your code for performance issues",
      'Running the profiler to identify bottlenecks',
      'Found several optimization opportunities',
    ].map((words, index) => inSession(assistantResponse(`m${index}`, textBlock(words))))
    const grouped = posted([init, ...said]).last.get('text:m0')?.blocks
    golden('test/golden/slack/grouped-texts.json', json({blocks: grouped}))
    expect(grouped).toEqual([
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: "*Assistant:*\n1. I'll analyze your code for performance issues\n2. Running the profiler to identify bottlenecks\n3. Found several optimization opportunities",
        },
      },
    ])
    const keys = [
      ...posted([
        ...said,
        assistantResponse('m9', toolUse('t1')),
        assistantResponse('m10', textBlock('Done.')),
      ]).last.keys(),
    ]
    expect(keys).toEqual(['session', 'text:m0', 'tools:t1', 'text:m10'])
  })
  test('what is significant', () => {
    const kinds = Object.keys(entryKinds)
    const table = kinds.map((kind) => {
      const levels = slackLevels.filter((level) =>
        isSignificant(entryOf({kind: kindOf(kind), depth: 'assistant'}), level),
      )
      const bad = slackLevels.filter((level) =>
        isSignificant(entryOf({kind: kindOf(kind), isError: true}), level),
      )
      return `${kind}: ${levels[0] ?? 'never'}${bad[0] === levels[0] ? '' : `, failed: ${bad[0]}`}`
    })
    golden('test/golden/slack/significance.txt', `${table.join('\n')}\n`)
  })
})

const kindOf = (name: string): EntryKind => {
  const kinds: readonly string[] = Object.keys(entryKinds)
  if (!isKind(name)) throw new Error(`${name} is none of ${kinds.join(', ')}`)
  return name
}
const isKind = (name: string): name is EntryKind => name in entryKinds

describe('a thread', () => {
  test('shows calls that run at the same time in one message, which changes with each of them', () => {
    const calls = assistantResponse(
      'm',
      toolUse('a', 'Bash', {command: 'one'}),
      toolUse('b', 'Bash', {command: 'two'}),
    )
    const {states} = posted([calls, toolResult('b', 'second\n'), toolResult('a', 'first', true)])
    const shown = states
      .filter(({key}) => key === 'tools:a')
      .map(({blocks}) => blocks.map((block) => firstLine(block)))
    expect(shown.at(-3)).toEqual(['⏳ *Tool:* Bash', '⏳ *Tool:* Bash'])
    expect(shown.at(-2)).toEqual(['⏳ *Tool:* Bash', '✅ *Tool:* Bash'])
    expect(shown.at(-1)).toEqual(['❌ *Tool:* Bash', '✅ *Tool:* Bash'])
  })
  test('shows the list of things to do in one message', () => {
    const todo = (id: string, status: string) =>
      assistantResponse(
        `m${id}`,
        toolUse(id, 'TodoWrite', {
          todos: [
            {content: 'Implement feature X', status, priority: 'high'},
            {content: 'Write tests', status: 'in_progress', priority: 'medium'},
          ],
        }),
      )
    const {last} = posted([
      todo('1', 'in_progress'),
      toolResult('1'),
      assistantResponse('x', textBlock('So.')),
      todo('2', 'completed'),
      toolResult('2'),
    ])
    expect([...last.keys()]).toEqual(['session', 'todo:1', 'text:x'])
    expect(last.get('todo:1')?.blocks).toEqual([
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '📝 *Todo List:* 1 of 2 done\n✅ [HIGH] Implement feature X\n🔄 [MEDIUM] Write tests',
        },
      },
    ])
  })
  test('calls the user when it fails, and only then', () => {
    const failed = posted(
      [assistantResponse('m', textBlock('Hm.')), resultRecord({subtype: 'error_max_turns', is_error: true})],
      'normal',
      '<@U012ABCDE>',
    )
    expect(JSON.stringify(failed.finish().at(-1))).toContain('<@U012ABCDE> ❌ *Failed*')
    const fine = posted([assistantResponse('m', textBlock('Hm.')), resultRecord()], 'normal', '<@U012ABCDE>')
    expect(JSON.stringify(fine.finish())).not.toContain('<@U012ABCDE>')
    const cut = posted([assistantResponse('m', textBlock('Hm.'))], 'normal', '<@U012ABCDE>')
    expect(JSON.stringify(cut.finish().at(-1))).toContain('<@U012ABCDE> ⏹ Ended without a result')
  })
  test('says at the end of a transcript without an answer that it has ended, not that it is running', () => {
    const asked = transcriptRecord('user', 'u1', null, {message: {role: 'user', content: 'Hello?'}})
    const header = posted([asked])
      .finish()
      .find(({key}) => key === 'session')
    expect(JSON.stringify(header)).toContain('⏹ Ended without a result')
  })
  test('ends a quiet run with the last answer, which a result does not say again', () => {
    const records = [
      assistantResponse('m', textBlock('First.')),
      assistantResponse('n', textBlock('All is **done**.')),
      resultRecord({result: 'All is **done**.'}),
    ]
    expect(posted(records, 'quiet').finish().at(-1)?.text).toBe('✅ *Completed*\nAll is *done*.')
    expect(posted(records).finish().at(-1)?.text).toBe('✅ *Completed*')
  })
  test('shows no secret', () => {
    const secret = `${'gh'}p_${'aB3dE6gH9j'.repeat(4)}`
    const hidden = `${'gh'}p_\u001b[0m${'aB3dE6gH9j'.repeat(4).replace('H9', 'H\u200b9')}`
    const records = [
      promptRecord(`use ${secret}`),
      assistantResponse(
        'm',
        textBlock(`I use \`${secret}\``),
        toolUse('t', 'Bash', {command: `curl -H "Authorization: token ${secret}" x`, description: secret}),
      ),
      toolResult('t', `got ${hidden}`),
      resultRecord({result: secret}),
    ]
    for (const level of slackLevels)
      expect(JSON.stringify(posted(records, level).finish())).not.toContain('aB3dE6gH9j')
  })
  test('shows no secret of its heading, nor one that invisible characters break up', () => {
    const secret = `${'gh'}p_${'aB3dE6gH9j'.repeat(4)}`
    const heading = {title: secret, description: `See ${secret}`, url: `https://ci.example.com/?t=${secret}`}
    const joined = ['\u200c', '\u200d', '\ufe0f'].map((mark) => secret.replace('H9', `H${mark}9`))
    const begun = {type: 'system', subtype: 'init', session_id: 's', tools: [secret], model: 'm', cwd: '/'}
    const messages = posted(
      [begun, assistantResponse('m', textBlock(joined.join(' and ')))],
      'normal',
      undefined,
      heading,
    ).finish()
    expect(messages.map(({key}) => key)).toContain('session')
    expect(JSON.stringify(messages)).not.toContain('aB3dE6g')
  })
  // How much work this takes is counted in test/pages/linear-work.test.ts.
  test('takes a text of very many stars, and very many texts', () => {
    expect(posted([assistantResponse('m', textBlock('*a'.repeat(95_000)))]).finish()).not.toEqual([])
    const texts = Array.from({length: 3000}, (_, n) => assistantResponse(`m${n}`, textBlock('ok')))
    expect(posted(texts).finish()).not.toEqual([])
  })
  test('says once that it was interrupted', () => {
    const {streams} = recording('2.1.325/sigint')
    const [thread] = mirroredMessages(streams).threads.values()
    const keys = [...(thread?.keys() ?? [])].map((key) => key.split(':')[0])
    expect(keys.filter((kind) => kind === 'interruption')).toHaveLength(1)
  })
  test('splits what is long, and sends what is very long as a file', () => {
    const long = posted([
      assistantResponse('m', textBlock('A sentence of some words. '.repeat(600))),
    ]).finish()
    expect(long.filter(({key}) => key.startsWith('text:')).length).toBe(2)
    const [, huge] = posted([
      assistantResponse('m', textBlock('A sentence of some words. '.repeat(2000))),
    ]).finish()
    expect(huge?.file?.content.length).toBeGreaterThan(50_000)
    expect(huge?.blocks).toHaveLength(1)
  })
})

const firstLine = (block: SlackMessage['blocks'][number]): string =>
  block.type === 'section' ? (block.text?.text.split('\n')[0] ?? '') : ''

const toolSamples = await loadSamples()

describe('each tool', () => {
  for (const [name, samples] of toolSamples) {
    test(name, () => {
      const shown = samples.map((sample, index) => {
        const made = assistantResponse('m', toolUse(`t${index}`, sample.name, sample.input))
        const came = sample.result
          ? [{...toolResult(`t${index}`, sample.result.content), tool_use_result: sample.result.structured}]
          : []
        const messages = posted([made, ...came])
        const all = [...messages.last.values()].filter(({key}) => key !== 'session')
        for (const message of all) expect(problemsOf(message)).toEqual([])
        return {shows: sample.shows, blocks: all.flatMap(({blocks}) => blocks)}
      })
      golden(`test/golden/slack/tools/${name}.json`, `${JSON.stringify(shown, null, 2)}\n`)
    })
  }
})

const captures = sharedFolder('captures')
const all = captures === undefined ? recordings : recordingsIn(captures)

describe('every state of every message keeps to the limits', () => {
  for (const level of slackLevels)
    test(`of all captures, ${level}`, () => {
      const problems = all.flatMap(({name, streams, transcripts}) =>
        [...streams.map((file) => [file]), transcripts].flatMap((files) =>
          mirroredMessages(files, {level})
            .states.flatMap(problemsOf)
            .map((problem) => `${name} ${problem}`),
        ),
      )
      expect(problems.slice(0, 10)).toEqual([])
    })
})

/** What means something to Slack, or to a program on the way there. */
const venoms: Readonly<Record<string, string>> = {
  calls:
    ' <!channel> <!here|x> <!everyone> <@U012ABCDE> <#C012ABCDE> <!subteam^S012ABCDE> @channel @here @everyone ',
  links:
    ' <https://evil.example|https://good.example> [a](javascript:alert(1)) [b](https://evil.example/|x>y) <mailto:x> ![i](https://x.y/z.png) ',
  marks: ' & < > &amp; &lt;!channel&gt; &#60;!channel&#62; *a _b ~c `d ```e\n```\n> f ',
  unseen: ' \u0000\u001b[31mred\u001b[0m\u202e\u200b\ud800 \udfff\r\n\u2028x\t ',
  fences: '```'.repeat(50),
  ticks: `\`${'`'.repeat(999)}`,
  long: 'x'.repeat(30_000),
  entities: '&<>'.repeat(4000),
  words: 'lorem <b> & ipsum '.repeat(2000),
  emoji: '👩‍👩‍👧‍👦'.repeat(2000),
  table: `\n\n|a|b|\n|-|-|\n${'|<!here>|`x`|\n'.repeat(500)}`,
  nested: `${'> - '.repeat(200)}deep <!here>`,
  links2: '[x](https://e.example/a?b=c&d=<e>) '.repeat(800),
}

/** What identifies the kind of a record; poisoned, they would only be unknown. */
const structure = new Set(
  'type subtype role uuid parentUuid session_id sessionId parent_tool_use_id tool_use_id id name timestamp agentId hook_event'.split(
    ' ',
  ),
)

function poisoned(value: unknown, venom: string): unknown {
  if (typeof value === 'string') return `${value}${venom}`
  if (Array.isArray(value)) return value.map((item) => poisoned(item, venom))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      structure.has(key) && typeof inner === 'string' ? inner : poisoned(inner, venom),
    ]),
  )
}

const nameOf = (line: string): string => (line.match(/"(?:type|subtype|name)":"[^"]*"/g) ?? []).sort().join()

/** One record of each kind that real clients have written. */
const real: readonly unknown[] = [
  ...new Map(
    recordings
      .flatMap(({streams, transcripts}) => [...streams, ...transcripts])
      .flatMap(({path}) => readFileSync(path, 'utf8').split('\n'))
      .filter((line) => line.startsWith('{') && line.endsWith('}') && line.length < 3000)
      .map((line): [string, unknown] => [nameOf(line), JSON.parse(line)]),
  ).values(),
]

describe('a hostile transcript stays text', () => {
  for (const [name, venom] of Object.entries(venoms))
    test(name, () => {
      const x = venom
      const todo = {content: x, status: 'in_progress', activeForm: x, priority: x}
      const made = [
        {type: 'system', subtype: 'init', session_id: 's', cwd: x, model: x, tools: [x, x]},
        promptRecord(x),
        assistantResponse(
          'a',
          {type: 'thinking', thinking: x},
          textBlock(x),
          textBlock(`# ${x}\n- ${x}\n> ${x}\n\`\`\`${x}\n${x}\n\`\`\`\n[${x}](${x})\n**${x}**`),
        ),
        assistantResponse(
          'b',
          toolUse('1', x, {[x]: x}),
          toolUse('2', `mcp__${x}__${x}`, {command: x}),
          toolUse('3', 'TodoWrite', {todos: [todo]}),
        ),
        assistantResponse(
          'c',
          toolUse('5', 'Bash', {command: x, description: x}),
          toolUse('6', 'Edit', {file_path: x, old_string: x, new_string: 'y'}),
        ),
        assistantResponse(
          'd',
          toolUse('7', 'Agent', {description: x, subagent_type: x, prompt: x, name: x}),
          toolUse('8', 'ExitPlanMode', {plan: x}),
        ),
        ...['1', '2', '3', '5', '6', '7', '8'].map((id, index) => toolResult(id, x, index % 2 === 0)),
        {type: x, subtype: x, session_id: 's', anything: x},
        resultRecord({subtype: 'error_during_execution', is_error: true, errors: [x], result: x}),
      ]
      const records = [...made, ...(venom.length < 1000 ? real.map((record) => poisoned(record, venom)) : [])]
      const wellFormed = records.filter((record) => typeof record === 'object' && record !== null)
      for (const level of slackLevels) {
        const {states, finish} = posted(wellFormed, level)
        finish()
        expect(states.length).toBeGreaterThan(5)
        expect(states.flatMap(problemsOf).slice(0, 5)).toEqual([])
      }
    })
})

describe('Markdown becomes the markup of Slack', () => {
  test.each([
    ['a fence ``` inside of a line', 'a fence ˋˋˋ inside of a line'],
    ['**bold** and *italic* and ~~gone~~', '*bold* and _italic_ and ~gone~'],
    ['***both***', '_*both*_'],
    ['a `code < b` c', 'a `code &lt; b` c'],
    ['[words](https://x.example/?a=1&b=2)', '<https://x.example/?a=1&amp;b=2|words>'],
    ['[words](javascript:alert)', '[words](javascript:alert)'],
    ['[words](ftp://x.example)', 'words'],
    ['<https://x.example>', '<https://x.example>'],
    ['# Title\n\ntext', '*Title*\n\ntext'],
    ['- one\n- two\n  - three', '• one\n• two\n    • three'],
    ['3. one\n4. two', '3. one\n4. two'],
    ['> quoted\n> more', '> quoted\n> more'],
    ['```ts\nconst a = 1 < 2\n```', '```\nconst a = 1 &lt; 2\n```'],
    ['|a|b|\n|-|-|\n|1|2|', '```\na │ b\n──┼──\n1 │ 2\n```'],
    ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['hello @channel and @ada', 'hello @\u2060channel and @\u2060ada'],
    ['`@channel`', '`@channel`'],
    ['re**in**force', 're\u200b*in*\u200bforce'],
    ['line one\nline two', 'line one\nline two'],
    ['&lt;!channel&gt;', '&lt;!channel&gt;'],
  ])('%s', (markdown, expected) => expect(mrkdwn(markdown)).toBe(expected))
  test('whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({unit: fc.constantFrom(...'ab <>&|@!#*_~`[]()\n-1.>:/'), maxLength: 200}),
        (markdown) => {
          expect(checkMarkup(mrkdwn(markdown))).toEqual([])
        },
      ),
      {numRuns: 2000},
    )
  })
})

describe('long texts are split', () => {
  test('into parts that fit, with all words and with closed code', () => {
    const piece = fc.constantFrom(
      'word ',
      'a longer line\n',
      '\n\n',
      '```\ncode\n```\n',
      '&amp;',
      '<https://x.example|link> ',
      'ä',
      '👍',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    )
    fc.assert(
      fc.property(fc.array(piece, {maxLength: 200}), fc.integer({min: 60, max: 300}), (pieces, most) => {
        const whole = pieces.join('')
        const parts = splitText(whole, most)
        const bare = (given: string): string => given.replace(/```|\s/g, '')
        expect(bare(parts.join(''))).toBe(bare(whole))
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(most)
          expect(part.split('```').length % 2).toBe(1)
          expect(checkMarkup(part)).toEqual([])
        }
      }),
      {numRuns: 1000},
    )
  })
})
