import {appendFileSync, mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'

/** A transcript that grows line by line, as the client writes it. */
export interface GrowingSession {
  readonly id: string
  readonly file: string
  ask(text: string): void
  say(text: string): void
  /** Calls a tool, `Bash` where none is named; gives the id of the call. */
  call(command: string, tool?: string): string
  answer(callId: string, output: string, failed?: boolean): void
}

/** When the sessions of tests began, if nothing else is given: on one day, hours apart. */
export const firstDay = Date.UTC(2026, 10, 16, 6)

/** The id of the session with a number. */
export const sessionId = (number: number): string =>
  `5e551000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Begins a session in a folder of projects. */
export function growingSession(
  projects: string,
  number: number,
  project = '-home-ada-shop',
  began = firstDay + number * 10_000_000,
): GrowingSession {
  const id = sessionId(number)
  const file = join(projects, project, `${id}.jsonl`)
  let step = 0
  let parent: string | null = null
  mkdirSync(dirname(file), {recursive: true})
  writeFileSync(file, '')
  const write = (record: Readonly<Record<string, unknown>>): void => {
    step += 1
    const uuid = `${String(number).padStart(8, '0')}-0000-4000-8000-${String(step).padStart(12, '0')}`
    const common = {
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/ada/shop',
      sessionId: id,
      version: '2.1.325',
      gitBranch: 'main',
      uuid,
      timestamp: new Date(began + step * 1000).toISOString(),
    }
    parent = uuid
    appendFileSync(file, `${JSON.stringify({...common, ...record})}\n`)
  }
  const assist = (content: {readonly type: 'text' | 'tool_use'; readonly [field: string]: unknown}): void =>
    write({
      type: 'assistant',
      message: {
        id: `msg_${number}_${step}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [content],
        stop_reason: content.type === 'text' ? 'end_turn' : 'tool_use',
        usage: {
          input_tokens: 10,
          output_tokens: 5,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 100,
        },
      },
    })
  return {
    id,
    file,
    ask: (text) => write({type: 'user', message: {role: 'user', content: text}}),
    say: (text) => assist({type: 'text', text}),
    call(command, tool = 'Bash') {
      const callId = `toolu_${String(number).padStart(6, '0')}_${String(step).padStart(8, '0')}`
      assist({type: 'tool_use', id: callId, name: tool, input: {command}})
      return callId
    },
    answer: (callId, output, failed = false) =>
      write({
        type: 'user',
        message: {
          role: 'user',
          content: [{type: 'tool_result', tool_use_id: callId, content: output, is_error: failed}],
        },
        toolUseResult: failed ? `Error: ${output}` : {stdout: output, stderr: '', interrupted: false},
      }),
  }
}
