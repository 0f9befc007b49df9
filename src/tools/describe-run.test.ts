import {describe, expect, test} from 'vitest'
import type {InterruptedBy, JsonValue, ToolResult, ToolRun} from '../model/index.ts'
import {ansi, note, plain} from '../page/index.ts'
import {describeRun} from './describe-run.ts'

const base = {
  id: 'toolu_1',
  name: 'Bash',
  input: {command: 'make'},
  server: false,
  responseId: undefined,
  agent: undefined,
  startedAt: undefined,
  background: undefined,
  copied: false,
} as const

const said = (text: string, structured?: JsonValue, isError = true): ToolResult => ({
  content: text === '' ? [] : [{type: 'text', text}],
  isError,
  structured,
})

const failed = (text: string, structured?: JsonValue) =>
  describeRun({...base, state: 'failed', endedAt: undefined, result: said(text, structured)})
const denied = (text: string) =>
  describeRun({...base, state: 'denied', endedAt: undefined, result: said(text)}).answered
const interrupted = (text: string) =>
  describeRun({...base, state: 'interrupted', by: 'user', endedAt: undefined, result: said(text)}).answered
const unanswered = (by: InterruptedBy) =>
  describeRun({...base, state: 'interrupted', by, endedAt: undefined, result: undefined}).answered
const withInput = (input: JsonValue): ToolRun => ({...base, input, state: 'pending'})

describe('a run that failed', () => {
  test('is shown by its error, without the tags and the word that clients put around it', () => {
    expect(failed('Error: Command not found: invalidcmd').answered).toEqual([
      ansi('Command not found: invalidcmd', 'error'),
    ])
    expect(failed('<tool_use_error>Error: No such tool available: X</tool_use_error>').answered).toEqual([
      ansi('No such tool available: X', 'error'),
    ])
  })
  test('has its exit code as outcome, and says it only once', () => {
    expect(failed('Error: Exit code 127\nsh: tree: not found')).toMatchObject({
      outcome: 'exit 127',
      answered: [ansi('sh: tree: not found', 'error')],
    })
    expect(failed('Exit code 4')).toMatchObject({outcome: 'exit 4', answered: [ansi('Exit code 4', 'error')]})
  })
  test('says that time ran out', () => {
    expect(failed('Command timed out after 1s\nbefore').outcome).toBe('timed out')
  })
  test('does not repeat the schema that the model is shown after an error', () => {
    const words =
      "MCP tool failed on purpose\n\nThis tool's input schema was not in your prompt when you called it. The input schema is: {}"
    expect(failed(words).answered).toEqual([ansi('MCP tool failed on purpose', 'error')])
  })
  test('is shown by the structured output if the result is empty', () => {
    expect(failed('', 'Error: gone').answered).toEqual([ansi('gone', 'error')])
  })
  test('still shows the image of an error', () => {
    const image = {type: 'image', source: {kind: 'url', url: 'https://a.example/i.png'}} as const
    const result = {content: [...said('no').content, image], isError: true, structured: undefined}
    expect(
      describeRun({...base, state: 'failed', endedAt: undefined, result}).answered.map((node) => node.kind),
    ).toEqual(['ansi', 'image'])
  })
})

describe('a run that was denied', () => {
  const refusal =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). "
  test('says that the user said no, with the reason the user gave', () => {
    const byUser = note('warning', 'Denied by the user')
    const stop = 'STOP what you are doing and wait for the user to tell you how to proceed.'
    expect(denied(`${refusal}${stop}`)).toEqual([byUser])
    expect(denied(`The user doesn't want to take this action right now. ${stop}`)).toEqual([byUser])
    expect(denied(`${refusal}The user provided the following reason for the rejection:  use pnpm`)).toEqual([
      byUser,
      plain('use pnpm'),
    ])
    expect(denied(`${refusal}To tell you how to proceed, the user said:\nuse pnpm`)).toEqual([
      byUser,
      plain('use pnpm'),
    ])
  })
  test('says that a hook said no', () => {
    const expected = [
      note('warning', 'Denied by a hook'),
      ansi('[hook.sh PreToolUse]: rm is not allowed here', 'error'),
    ]
    expect(denied('PreToolUse:Bash hook error: [hook.sh PreToolUse]: rm is not allowed here\n')).toEqual(
      expected,
    )
    expect(
      denied('Bash operation blocked by hook:\n- [hook.sh PreToolUse]: rm is not allowed here\n'),
    ).toEqual(expected)
  })
  test('says that a rule denied it, or that permission was not granted', () => {
    const notes = [
      'Permission to use Bash with command rm has been denied.',
      "touch in '/x' was blocked. For security, Claude Code may only create files in the allowed working directories.",
      "Claude requested permissions to write to /x, but you haven't granted it yet.",
      'This command requires approval',
      'The user said no',
    ].map((text) => denied(text))
    expect(notes.map(([first]) => first)).toEqual([
      note('warning', 'Denied by a permission rule'),
      note('warning', 'Denied by a permission rule'),
      note('warning', 'Denied: permission was not granted'),
      note('warning', 'Denied: permission was not granted'),
      note('warning', 'Denied'),
    ])
    expect(notes.map(([, second]) => second?.kind)).toEqual(['ansi', 'ansi', 'ansi', 'ansi', 'ansi'])
  })
})

describe('a run that did not end', () => {
  test('is orphaned or interrupted in the words of the first document', () => {
    expect(describeRun({...base, state: 'orphaned', waitedMs: 30_000})).toMatchObject({
      outcome: 'timeout after 30s',
      answered: [note('warning', 'No result received within timeout period')],
    })
    expect(describeRun({...base, state: 'orphaned', waitedMs: undefined})).toMatchObject({
      outcome: undefined,
      answered: [note('warning', 'No result received before the end')],
    })
    expect(unanswered('next-call')).toEqual([
      note('warning', 'Tool execution was interrupted by a new tool request'),
    ])
  })
  test('without a result, was stopped by the user or left behind', () => {
    expect(unanswered('user')).toEqual([note('warning', 'Interrupted by the user')])
    expect(unanswered('moved-on')).toEqual([note('warning', 'No result: the run continued without it')])
  })
  test('was interrupted by the user if the client says so, with its output', () => {
    const byUser = note('warning', 'Interrupted by the user')
    expect(interrupted('[Request interrupted by user for tool use]')).toEqual([byUser])
    expect(interrupted('Exit code 137\n[Request interrupted by user for tool use]\n# Demo')).toEqual([
      byUser,
      ansi('# Demo'),
    ])
    expect(
      interrupted(
        "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. x). STOP what you are doing and wait for the user to tell you how to proceed. Correction to the text above: this call was stopped while running.",
      ),
    ).toEqual([byUser])
  })
  test('is shown like any other where the tool itself answered that it was interrupted', () => {
    const result = said('', {stdout: 'half', stderr: '', interrupted: true}, false)
    expect(
      describeRun({...base, state: 'interrupted', by: 'user', endedAt: undefined, result}).answered,
    ).toEqual([note('warning', 'Interrupted by the user'), ansi('half')])
  })
  test('has no result while it is running', () => {
    expect(describeRun(withInput({command: 'make'}))).toMatchObject({subject: 'make', answered: []})
  })
})

describe('a run that went well', () => {
  const went = (name: string, text: string) =>
    describeRun({...base, name, state: 'completed', endedAt: undefined, result: said(text, undefined, false)})
  test('says that there was no output, for every tool', () => {
    for (const name of ['Bash', 'WebFetch', 'TaskOutput', 'mcp__demo__quiet'])
      expect(went(name, '')).toMatchObject({outcome: 'no output', answered: []})
  })
  test('has its result or its question if that is prominent', () => {
    const sideOf = (name: string) => went(name, 'x').prominent
    for (const name of ['Agent', 'Task', 'TaskOutput', 'BashOutput', 'WebFetch', 'WebSearch', 'advisor'])
      expect(sideOf(name)).toBe('answered')
    expect(sideOf('StructuredOutput')).toBe('asked')
    for (const name of ['ExitPlanMode', 'AskUserQuestion']) expect(sideOf(name)).toBe('both')
    for (const name of ['Bash', 'Read', 'Edit', 'mcp__demo__echo']) expect(sideOf(name)).toBeUndefined()
  })
})

describe('a call of an unexpected shape', () => {
  test('is shown as it is', () => {
    expect(describeRun(withInput(['make'])).asked).toEqual([{kind: 'raw', value: ['make']}])
    expect(describeRun(withInput(''))).toMatchObject({subject: undefined, asked: []})
  })
  test('has its subject on one line, however long it is', () => {
    expect(describeRun(withInput({command: `a${' '.repeat(1_000_000)}b\n\n\tc`})).subject).toMatch(
      /^a {1000000}b ⏎ c$/,
    )
  })
})
