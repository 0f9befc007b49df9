import {mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'

const perTurn = 100

/** Writes a session with so many messages, each with a number that no other of them has; gives the session's id. */
export function writeLongSession(projects: string, messages: number, now = Date.now()): string {
  const session = `10095e55-0000-4000-8000-${String(messages).padStart(12, '0')}`
  const file = join(projects, '-home-ada-long', `${session}.jsonl`)
  mkdirSync(dirname(file), {recursive: true})
  // Its last message is from now, so that it counts as running.
  const start = now - messages * 1000
  let text = ''
  for (let n = 0; n < messages; n += 1) {
    const common = {
      parentUuid: n === 0 ? null : uuid(n - 1),
      isSidechain: false,
      userType: 'external',
      cwd: '/home/ada/long',
      sessionId: session,
      version: '2.1.325',
      gitBranch: 'main',
      uuid: uuid(n),
      timestamp: new Date(start + n * 1000).toISOString(),
    }
    const record =
      n % perTurn === 0
        ? {type: 'user', message: {role: 'user', content: `Question ${n}: what comes next?`}}
        : {
            type: 'assistant',
            message: {
              id: `msg_${n}`,
              type: 'message',
              role: 'assistant',
              model: 'claude-opus-5-5',
              content: [{type: 'text', text: `Message ${n} says what it has to say, in a line or two.`}],
              stop_reason: 'end_turn',
              usage: {
                input_tokens: 10,
                output_tokens: 5,
                cache_creation_input_tokens: 0,
                cache_read_input_tokens: 100,
              },
            },
          }
    text += `${JSON.stringify({...common, ...record})}\n`
  }
  writeFileSync(file, text)
  return session
}

const uuid = (n: number): string => `10095e55-0000-4000-9000-${String(n).padStart(12, '0')}`
