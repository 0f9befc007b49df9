import {expect, test} from 'vitest'
import {entryOf, plainLookWith} from '../../../test/support/pages/entry.ts'
import {ansi, type Entry, field, fields, type Node, note, plain} from '../../page/index.ts'
import {renderTerminalEntry} from './index.ts'

/*
 * Every formatted output of ccpretty. Some rows of the seed are a column or two off (`drwxr-xr-x …`, the rows with
 * `⚠️` and `🔍`), and its `interrupted` frame is 60 wide for the sake of one sentence; here every row is 58 wide,
 * and that sentence is wrapped.
 */
const box = (entry: Entry): string =>
  `\n${renderTerminalEntry(entry, plainLookWith({style: 'box', width: 58}))}`

const session = (title: string, ...asked: readonly Node[]): Entry =>
  entryOf({kind: 'session', title, subject: 'session_abc123', asked})

test('a session begins', () => {
  const asked = fields(field('setting', 'Session ID', 'session_abc123'))
  expect(box(session('Session Initialized', ...asked))).toBe(`
╔════════════════════════ system ════════════════════════╗
║                                                        ║
║   🚀 Session Initialized                               ║
║   Session ID: session_abc123                           ║
║                                                        ║
╚════════════════════════════════════════════════════════╝

`)
})

test('a session begins that the user gave a title, a description and a URL', () => {
  const asked = [
    plain('Analyzing Q4 2024 customer data'),
    ...fields(
      field('url', 'URL', 'https://dashboard.example.com/job/12345'),
      field('setting', 'Session ID', 'session_abc123'),
    ),
  ]
  expect(box(session('Data Processing Pipeline', ...asked))).toBe(`
╔════════════════════════ system ════════════════════════╗
║                                                        ║
║   🚀 Data Processing Pipeline                          ║
║   Analyzing Q4 2024 customer data                      ║
║   URL: https://dashboard.example.com/job/12345         ║
║   Session ID: session_abc123                           ║
║                                                        ║
╚════════════════════════════════════════════════════════╝

`)
})

const run = (given: Partial<Entry>): Entry => entryOf({kind: 'tool', ...given})

test('a tool completed', () => {
  const entry = run({
    title: 'Bash',
    subject: 'ls -la',
    state: 'completed',
    durationMs: 750,
    asked: fields(
      field('command', 'Command', 'ls -la'),
      field('description', 'Description', 'List directory contents'),
    ),
    answered: [
      ansi(
        'total 24\ndrwxr-xr-x  6 user  staff   192 Jan  1 12:00 .\ndrwxr-xr-x  5 user  staff   160 Jan  1 11:00 ..',
      ),
    ],
  })
  expect(box(entry)).toBe(`
╔═════════════════════════ tool ═════════════════════════╗
║                                                        ║
║  ✅ Tool: Bash - COMPLETED (0.75s)                     ║
║  🔧 Command: ls -la                                    ║
║  📝 Description: List directory contents               ║
║                                                        ║
║  📄 Result: total 24                                   ║
║  drwxr-xr-x  6 user  staff   192 Jan  1 12:00 .        ║
║  drwxr-xr-x  5 user  staff   160 Jan  1 11:00 ..       ║
║                                                        ║
╚════════════════════════════════════════════════════════╝

`)
})

test('a tool failed', () => {
  const entry = run({
    title: 'Bash',
    state: 'failed',
    isError: true,
    durationMs: 250,
    asked: fields(field('command', 'Command', 'invalidcmd')),
    answered: [ansi('Command not found: invalidcmd', 'error')],
  })
  expect(box(entry)).toBe(`
╔═════════════════════════ tool ═════════════════════════╗
║                                                        ║
║  ❌ Tool: Bash - FAILED (0.25s)                        ║
║  🔧 Command: invalidcmd                                ║
║                                                        ║
║  🚨 Error: Command not found: invalidcmd               ║
║                                                        ║
╚════════════════════════════════════════════════════════╝

`)
})

test('a tool was interrupted by another, which completed', () => {
  const interrupted = run({
    title: 'Read',
    state: 'interrupted',
    asked: fields(field('file', 'File', '/path/to/file.txt')),
    answered: [note('warning', 'Tool execution was interrupted by a new tool request')],
  })
  const completed = run({
    title: 'Bash',
    state: 'completed',
    durationMs: 450,
    asked: fields(field('command', 'Command', 'ls -la')),
    answered: [ansi('total 16\ndrwxr-xr-x  4 user  staff   128 Jan  1 12:00 .')],
  })
  expect(box(interrupted) + box(completed).slice(1)).toBe(`
╔═════════════════════ interrupted ══════════════════════╗
║                                                        ║
║  ⚠️ Tool: Read - INTERRUPTED                           ║
║  📁 File: /path/to/file.txt                            ║
║                                                        ║
║  🚫 Tool execution was interrupted by a new tool       ║
║     request                                            ║
║                                                        ║
╚════════════════════════════════════════════════════════╝

╔═════════════════════════ tool ═════════════════════════╗
║                                                        ║
║  ✅ Tool: Bash - COMPLETED (0.45s)                     ║
║  🔧 Command: ls -la                                    ║
║                                                        ║
║  📄 Result: total 16                                   ║
║  drwxr-xr-x  4 user  staff   128 Jan  1 12:00 .        ║
║                                                        ║
╚════════════════════════════════════════════════════════╝

`)
})

test('a tool got no answer in time', () => {
  const entry = run({
    title: 'Write',
    state: 'orphaned',
    isError: true,
    outcome: 'timeout after 30s',
    asked: fields(field('file', 'File', '/path/to/output.txt')),
    answered: [note('warning', 'No result received within timeout period')],
  })
  expect(box(entry)).toBe(`
╔═══════════════════════ orphaned ═══════════════════════╗
║                                                        ║
║  ⌛ Tool: Write - ORPHANED (timeout after 30s)         ║
║  📁 File: /path/to/output.txt                          ║
║                                                        ║
║  🔍 No result received within timeout period           ║
║                                                        ║
╚════════════════════════════════════════════════════════╝

`)
})

test('a todo list was written', () => {
  const items = [
    {text: 'Implement feature X', status: 'completed', priority: 'high'},
    {text: 'Write tests', status: 'in-progress', priority: 'medium'},
    {text: 'Ship it', status: 'pending', priority: undefined},
  ] as const
  const entry = run({title: 'TodoWrite', state: 'completed', durationMs: 10, asked: [{kind: 'todo', items}]})
  expect(box(entry)).toBe(`
╔═════════════════════════ tool ═════════════════════════╗
║                                                        ║
║  ✅ Tool: TodoWrite - COMPLETED (0.01s)                ║
║                                                        ║
║  📝 Todo List:                                         ║
║                                                        ║
║  ✅ [HIGH] Implement feature X                         ║
║  🔄 [MEDIUM] Write tests                               ║
║  ⏳ Ship it                                            ║
║                                                        ║
╚════════════════════════════════════════════════════════╝

`)
})

test('a run ends with its duration, API time, turns and cost', () => {
  const entry = entryOf({
    kind: 'result',
    title: 'Completed',
    durationMs: 15000,
    asked: fields(
      field('time', 'Duration', '15.0s'),
      field('time', 'API time', '5.00s'),
      field('number', 'Model turns', 5),
      field('money', 'Cost', '$0.0234'),
    ),
    answered: [plain('Task completed successfully')],
  })
  const text = box(entry)
  expect(text).toContain('║  ✅ Completed ')
  for (const fact of ['Duration: 15.0s', 'API time: 5.00s', 'Model turns: 5', 'Cost: $0.0234'])
    expect(text).toContain(fact)
  expect(text).toContain('║  Task completed successfully ')
})
