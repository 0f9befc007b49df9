import {spawnSync} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {readLines} from '../../src/dialects/index.ts'
import {noLimits} from '../../src/page/index.ts'
import type {TerminalOptions} from '../../src/render/terminal/index.ts'
import {paintFor, terminalStyles} from '../../src/render/terminal/index.ts'
import {recordings} from '../support/conversation/recordings.ts'
import {
  agentResponse,
  assistantResponse,
  promptRecord,
  resultRecord,
  streamEvent,
  textBlock,
  toolResult,
  toolUse,
  transcriptRecord,
} from '../support/conversation/test-conversation.ts'
import {printerWith} from '../support/terminal/print.ts'
import {untouchedTerminal, watchedTerminal} from '../support/terminal/watched-terminal.ts'

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-hostile-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const esc = '\u001b'

/** Every class of sequence that does something to a terminal, and every kind of invisible character. */
const attacks: Readonly<Record<string, string>> = {
  'cursor moves': `${esc}[5A${esc}[3;9H${esc}[2G${esc}7${esc}8${esc}M${esc}D${esc}E${esc}[s${esc}[u`,
  erasing: `${esc}[2J${esc}[3J${esc}[1K${esc}[5X${esc}[2P${esc}[3L${esc}[4M`,
  scrolling: `${esc}[2;5r${esc}[3S${esc}[3T`,
  modes: `${esc}[?1049h${esc}[?25l${esc}[?1000h${esc}[?2004h${esc}[?7l${esc}[?6h${esc}[4h${esc}[?1h${esc}=${esc}[?2026h`,
  titles: `${esc}]0;pwned\u0007${esc}]2;pwned${esc}\\${esc}]1;x\u009c${esc}[22t${esc}[21t`,
  links: `${esc}]8;;https://evil.example\u0007click${esc}]8;;\u0007`,
  clipboard: `${esc}]52;c;cm0gLXJmIC8=\u0007${esc}]52;c;?${esc}\\`,
  colours: `${esc}]4;1;red\u0007${esc}]10;#000000${esc}\\${esc}]11;?\u0007${esc}]104\u0007`,
  programs: `${esc}]777;notify;a;b\u0007${esc}]1337;File=:AAAA\u0007${esc}]9;hi\u0007${esc}]133;A\u0007`,
  strings: `${esc}P+q544e${esc}\\${esc}P1$r0m${esc}\\${esc}_Ga=T;AAAA${esc}\\${esc}^pm${esc}\\${esc}Xsos${esc}\\${esc}Pq#0~${esc}\\`,
  '8-bit forms':
    '\u009b2J\u009d0;pwned\u009c\u0090q\u009c\u009fx\u009c\u009ey\u009c\u0098z\u009c\u0084\u0085\u0088\u008d\u008e',
  resets: `${esc}c${esc}[!p${esc}#8${esc}[c${esc}[6n${esc}[>c${esc}[5n${esc}Z`,
  charsets: `${esc}(0${esc})0${esc}*B${esc}%G\u000e\u000f${esc}n${esc}o${esc}N`,
  controls: '\u0007\b\b\b\v\f\0\u007f\u0005\r\u0018\u001a',
  'odd sequences': `${esc}[1;2;3 q${esc}[?${esc}[38;5${esc}[>4;2m${esc}[?4m${esc}[<u${esc}[999999999999999C`,
  'open colours': `${esc}[1;3;4;5;7;8;9;31;42m${esc}[38;2;1;2;3m${esc}[48:5:9m`,
  directions: '\u202e\u202d\u202a\u202b\u2066\u2067\u2068\u061c\u200e\u200f שלום مرحبا',
  unseen: '\u200b\u2060\ufeff\u00ad\u034f\u180e\u2063\u{e0001}\u{e0061}\u{e007f}\u{1bca0}\ufff9\ufffb',
  'line ends': 'a\u2028b\u2029c\u0085d\r\ne\rf',
  halves: '\ud800 \udfff',
  'an open title': `${esc}]0;never closed`,
  'an open sequence': `${esc}[`,
  'a lone escape': esc,
}
const everything = Object.values(attacks).join(' ')

/** What identifies the kind of a record; poisoned, they would only be unknown. */
const structure = new Set(
  'type subtype role uuid parentUuid session_id sessionId parent_tool_use_id tool_use_id id name timestamp agentId hook_event'.split(
    ' ',
  ),
)

/** A record with everything hostile in each of its texts, but for those that give it its meaning. */
function poisoned(value: unknown, spared: ReadonlySet<string>, venom: string): unknown {
  if (typeof value === 'string') return `${value}${venom}`
  if (Array.isArray(value)) return value.map((item) => poisoned(item, spared, venom))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      spared.has(key) && typeof inner === 'string' ? inner : poisoned(inner, spared, venom),
    ]),
  )
}

/** Which kind of record it is: what it is called, and which tools it speaks of. */
const kindOf = (line: string): string =>
  (line.match(/"(?:type|subtype|name|hook_event)":"[^"]*"/g) ?? []).sort().join()

/** One record of each kind that real clients have written. */
const real: readonly unknown[] = [
  ...new Map(
    recordings
      .flatMap(({streams, transcripts}) => [...streams, ...transcripts])
      .flatMap(({path}) => readFileSync(path, 'utf8').split('\n'))
      .filter((line) => line.startsWith('{') && line.endsWith('}') && line.length < 3000)
      .map((line): [string, unknown] => [kindOf(line), JSON.parse(line)]),
  ).values(),
]

const x = everything
const todo = {content: x, status: 'in_progress', activeForm: x, priority: x}
const question = {question: x, header: x, multiSelect: true, options: [{label: x, description: x}]}

/** Places a recording has no text in. */
const made: readonly object[] = [
  {
    type: 'system',
    subtype: 'init',
    session_id: 's',
    cwd: x,
    model: x,
    tools: [x],
    mcp_servers: [{name: x, status: x}],
  },
  promptRecord(x),
  assistantResponse(
    'a',
    {type: 'thinking', thinking: x},
    textBlock(x),
    textBlock(`# ${x}\n- ${x}\n> ${x}\n\`\`\`${x}\n${x}\n\`\`\`\n[${x}](${x})\n|${x}|\n|-|\n|${x}|`),
  ),
  assistantResponse('b', toolUse('1', x, {[x]: x}), toolUse('2', `mcp__${x}__${x}`, {command: x})),
  assistantResponse(
    'c',
    toolUse('3', 'TodoWrite', {todos: [todo]}),
    toolUse('4', 'AskUserQuestion', {questions: [question]}),
  ),
  assistantResponse(
    'd',
    toolUse('5', 'Bash', {command: x, description: x}),
    toolUse('6', 'Edit', {file_path: x, old_string: x, new_string: 'y'}),
  ),
  assistantResponse('e', toolUse('7', 'Agent', {description: x, subagent_type: x, prompt: x, name: x})),
  agentResponse('7', 'f', textBlock(x), toolUse('8', 'Bash', {command: x})),
  ...['1', '2', '3', '4', '5', '6', '7', '8'].map((id, index) => toolResult(id, x, index % 2 === 0)),
  assistantResponse(
    'g',
    toolUse('9', 'Write', {file_path: x, content: x}),
    toolUse('10', 'WebFetch', {url: x, prompt: x}),
  ),
  streamEvent({type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: x}}),
  transcriptRecord('custom-title', 't', null, {customTitle: x}),
  transcriptRecord('ai-title', 't2', null, {aiTitle: x}),
  {
    type: 'system',
    subtype: 'hook_response',
    session_id: 's',
    hook_name: x,
    hook_event: x,
    stdout: x,
    stderr: x,
    outcome: x,
  },
  {type: x, subtype: x, session_id: 's', anything: x},
  {type: 'system', subtype: x, session_id: 's', content: x},
  resultRecord({
    subtype: 'error_during_execution',
    is_error: true,
    errors: [x],
    result: x,
    stop_reason: x,
    permission_denials: [{tool_name: x, tool_use_id: x, tool_input: {a: x}}],
  }),
]

const jsonLines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

const nothing: ReadonlySet<string> = new Set()

/** Every attack in every place, and one after the other in most. */
const recording = [
  jsonLines(made),
  jsonLines(real.map((record) => poisoned(record, structure, everything))),
  jsonLines(made.map((record) => poisoned(record, nothing, esc))),
  `${everything}\n{"type": ${everything}\n${esc}]0;open\n`,
  ...Object.values(attacks).map(
    (attack) => `${attack}\n${jsonLines([assistantResponse(`only ${attack}`, textBlock(attack))])}`,
  ),
].join('')

/** Prints a stream with everything that can be shown. */
function print(stream: string, words: readonly string[]): string {
  const {stdout, status, stderr} = spawnSync(process.execPath, [program, '--depth', 'all', ...words], {
    input: stream,
    env: {
      FORCE_COLOR: '1',
      RECOUNT_TITLE: x.replaceAll('\0', ''),
      RECOUNT_DESCRIPTION: `d${x.replaceAll('\0', '')}`,
      RECOUNT_URL: `u${x.replaceAll('\0', '')}`,
    },
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  expect({status, stderr}).toEqual({status: 0, stderr: ''})
  return stdout
}

/** Whatever may stand in an output: colours and line ends, and no other control. */
const colour = new RegExp(`${esc}\\[[\\d;:]*m`, 'g')
const control = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

const looks: readonly (readonly [string, readonly string[]])[] = [
  ['box', ['--style', 'box', '--width', '80']],
  ['box, whole', ['--style', 'box', '--width', '40', '--full']],
  ['line', ['--style', 'line', '--width', '80', '--full']],
  ['plain', ['--style', 'plain', '--width', '80', '--color']],
]

for (const [look, words] of looks) {
  describe(`a hostile recording, printed as ${look}`, () => {
    let output = ''
    beforeAll(() => {
      output = print(recording, words)
    })
    test('has no control character but colours and line ends', () => {
      expect(output.length).toBeGreaterThan(20_000)
      const found = control.exec(output.replace(colour, ''))
      expect(
        found && [found.index, JSON.stringify(found.input.slice(found.index - 50, found.index + 50))],
      ).toBe(null)
    })
    test('does nothing to a terminal but show text', async () => {
      const terminal = watchedTerminal(80, 24)
      await terminal.write('before\n')
      await terminal.write(output)
      expect(terminal.asked()).toEqual([])
      expect(terminal.state()).toEqual(untouchedTerminal)
      await terminal.write('afterwards qqq\n')
      const {active} = terminal.xterm.buffer
      const row = active.getLine(active.baseY + active.cursorY - 1)
      expect(row?.translateToString(true)).toBe('afterwards qqq')
      expect(row?.getCell(0)?.isAttributeDefault()).toBe(true)
      expect([active.cursorX, active.type]).toEqual([0, 'normal'])
    })
    test('leaves no colour open at the end of a line', () => {
      for (const line of output.split('\n')) {
        const sequences = line.match(colour) ?? []
        if (sequences.length > 0) expect(isClosed(sequences), JSON.stringify(line)).toBe(true)
      }
    })
  })
}

describe('while it runs, a hostile recording', () => {
  test('has no control character but colours in the lines that are redrawn', () => {
    const stream = made.flatMap((record) => readLines('-').push(Buffer.from(jsonLines([record]))))
    for (const style of terminalStyles) {
      const printer = printerWith({style, paint: paintFor(true)})
      for (const line of stream) {
        printer.read(line, 0)
        for (const row of printer.running(1000, {columns: 79, rows: 12}, true))
          expect(/[\n]/.test(row) || control.test(row.replace(colour, '')), JSON.stringify(row)).toBe(false)
      }
    }
  })
})

/** Which of a colour's parts are on after a number; each group has one number that ends it. */
const groups: readonly (readonly [readonly number[], number])[] = [
  [[1, 2], 22],
  [[3], 23],
  [[4, 21], 24],
  [[5, 6], 25],
  [[7], 27],
  [[8], 28],
  [[9], 29],
]

function isClosed(sequences: readonly string[]): boolean {
  const open = new Set<number>()
  for (const sequence of sequences) {
    const numbers = sequence.slice(2, -1).split(/[;:]/).map(Number)
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? 0
      if (number === 0) open.clear()
      if (number === 38 || number === 48 || number === 58) at += numbers[at + 1] === 5 ? 2 : 4
      if ((number >= 30 && number <= 38) || (number >= 90 && number <= 97)) open.add(39)
      if ((number >= 40 && number <= 48) || (number >= 100 && number <= 107)) open.add(49)
      for (const [on, off] of groups) if (on.includes(number)) open.add(off)
      open.delete(number)
    }
  }
  return open.size === 0
}

// Quadratic work on so much would not end within the time that a test has.
describe('very large input is printed', () => {
  const long = 'x'.repeat(1_000_000)
  const row = `|${' cell |'.repeat(10_000)}`
  const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const large: Readonly<Record<string, string>> = {
    'a line of a megabyte': jsonLines([
      assistantResponse('a', textBlock(long)),
      assistantResponse('b', toolUse('1', 'Bash', {command: long})),
      toolResult('1', long),
    ]),
    'a megabyte that is no JSON': `${long}\n`,
    'a megabyte of escapes': jsonLines([
      assistantResponse('a', textBlock(`${esc}[31m${esc}]0;`.repeat(70_000))),
      toolResult('1', '\u009d'.repeat(500_000)),
    ]),
    'a megabyte of marks on one letter': jsonLines([
      assistantResponse('a', textBlock(`a${'\u0301'.repeat(500_000)}`)),
    ]),
    'a megabyte of emoji joined to one': jsonLines([
      assistantResponse('a', textBlock('👩\u200d'.repeat(200_000))),
    ]),
    'a table of 10,000 columns': jsonLines([
      assistantResponse('a', textBlock(`${row}\n|${'-|'.repeat(10_000)}\n${row}\n${row}`)),
    ]),
    'JSON 100,000 levels deep': `{"type":"new","session_id":"s","deep":${deep(100_000)}}\n${jsonLines([assistantResponse('a', textBlock('on'))])}{"type":"assistant","session_id":"s","message":{"id":"b","role":"assistant","content":[{"type":"tool_use","id":"1","name":"New","input":{"deep":${deep(100_000)}}}]}}\n`,
    'quotes 100,000 levels deep': jsonLines([
      assistantResponse('a', textBlock(`${'>'.repeat(100_000)} deep`)),
    ]),
    'lists 1,000 levels deep': jsonLines([
      assistantResponse(
        'a',
        textBlock(Array.from({length: 1000}, (_, n) => `${' '.repeat(n * 2)}- ${n}`).join('\n')),
      ),
    ]),
    'emphasis 100,000 levels deep': jsonLines([
      assistantResponse('a', textBlock(`${'*a **b '.repeat(50_000)}`)),
    ]),
    'brackets 100,000 levels deep': jsonLines([
      assistantResponse('a', textBlock(`${'['.repeat(100_000)}a${']'.repeat(100_000)}`)),
    ]),
    '200,000 lines of output': jsonLines([
      assistantResponse('a', toolUse('1', 'Bash', {command: 'yes'})),
      toolResult('1', 'y\n'.repeat(200_000)),
    ]),
    'a line rewritten 200,000 times': jsonLines([
      assistantResponse('a', toolUse('1', 'Bash', {command: 'curl'})),
      toolResult('1', '50 %\r'.repeat(200_000)),
    ]),
    'right to left': jsonLines([assistantResponse('a', textBlock('\u202eשלום עולם '.repeat(50_000)))]),
  }
  for (const [what, stream] of Object.entries(large)) {
    test(what, () => {
      for (const look of [{}, {limits: noLimits}, {style: 'line'}, {style: 'plain'}] as const) {
        const output = printedAtOnce(stream, look)
        expect(control.exec(output.replace(colour, ''))).toBe(null)
      }
    })
  }
})

/** The same without a process of its own. */
function printedAtOnce(stream: string, look: Partial<TerminalOptions>): string {
  const narration = {depth: 'all', pair: true, thinking: true, heading: {title: x}} as const
  const printer = printerWith({...look, paint: paintFor(true)}, {narration})
  const reader = readLines('-')
  let output = ''
  for (const line of [...reader.push(Buffer.from(stream)), ...reader.end()]) output += printer.read(line)
  return output + printer.end('-') + printer.finish() + printer.closing()
}
