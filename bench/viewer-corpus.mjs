import {appendFileSync, closeSync, mkdirSync, openSync, writeFileSync, writeSync} from 'node:fs'
import {dirname, join} from 'node:path'

const day = 86_400_000
const sessionsInProject = 500
const words = [
  'discount',
  'invoice',
  'login',
  'search',
  'upload',
  'report',
  'cache',
  'queue',
  'index',
  'export',
]
const verbs = ['Fix', 'Explain', 'Test', 'Move', 'Rename', 'Speed up', 'Review', 'Delete']

/** The id of a session with a number. @param {number} number */
export const idOf = (number) => `5e55cafe-0000-4000-8000-${String(number).padStart(12, '0')}`

/**
 * Writes so many short sessions, spread over half a year up to now.
 * @param {string} projects
 * @param {number} count
 * @param {number} now
 */
export function writeSessions(projects, count, now) {
  for (let number = 0; number < count; number += 1) {
    const project = `project-${Math.floor(number / sessionsInProject)}`
    const folder = join(projects, `-home-dev-${project}`)
    if (number % sessionsInProject === 0) mkdirSync(folder, {recursive: true})
    const began = now - 3600_000 - ((count - number) / count) * 180 * day
    const records = recordsOf(idOf(number), `/home/dev/${project}`, began)
    const title = `${verbs[number % verbs.length]} the ${words[(number >> 3) % words.length]} number ${number}`
    writeFileSync(
      join(folder, `${idOf(number)}.jsonl`),
      records.ask(title) + records.call('npm test') + records.answer('all green') + records.say('Done.'),
    )
  }
}

const turnLength = 100

/**
 * Writes one session of so many bytes and messages: questions, calls with long results, and answers.
 * @param {string} projects
 * @param {{bytes: number, messages: number}} size
 * @param {number} now
 */
export function writeLongSession(projects, {bytes, messages}, now) {
  const id = idOf(0)
  const folder = join(projects, '-home-dev-long')
  mkdirSync(folder, {recursive: true})
  const path = join(folder, `${id}.jsonl`)
  const file = openSync(path, 'w')
  const records = recordsOf(id, '/home/dev/long', now - messages * 1000)
  // All but the results are short; each result is written twice, once for the model and once for the client.
  const output = outputOf(Math.round((bytes / messages - 620) * 1.02))
  let written = 0
  const write = (/** @type {string} */ text) => {
    written += writeSync(file, text)
  }
  for (let n = 0; n < messages; n += 1) {
    if (n % turnLength === 0) write(records.ask(`Question ${n / turnLength + 1}: what comes next?`))
    else if (n % turnLength === turnLength - 1)
      write(records.say(`Message ${n} ends a turn. **All** is well.`))
    else write(n % 2 === 1 ? records.call(`npm test -- part-${n}`) : records.answer(output))
  }
  write(records.say('These are the last words.'))
  closeSync(file)
  return {id, path, bytes: written, messages: messages + 1}
}

/** @param {number} length */
const outputOf = (length) => {
  let text = ''
  for (let line = 1; text.length < length; line += 1)
    text += `ok ${line} - src/shop/${words[line % words.length]}.test.ts > keeps its promise (${line % 97} ms)\n`
  return text.slice(0, length)
}

/**
 * A session that grows, line by line.
 * @param {string} projects
 * @param {number} number
 */
export function growingSession(projects, number) {
  const id = idOf(number)
  const path = join(projects, '-home-dev-shop', `${id}.jsonl`)
  mkdirSync(dirname(path), {recursive: true})
  const records = recordsOf(id, '/home/dev/shop', Date.now())
  writeFileSync(path, records.ask(`Prompt of session ${number}`))
  return {
    id,
    path,
    ask: (/** @type {string} */ text) => appendFileSync(path, records.ask(text)),
    say: (/** @type {string} */ text) => appendFileSync(path, records.say(text)),
  }
}

/**
 * Makes the lines of a transcript, one after the other, a second apart.
 * @param {string} id
 * @param {string} cwd
 * @param {number} began
 */
function recordsOf(id, cwd, began) {
  let step = 0
  /** @type {string | null} */
  let parent = null
  let call = ''
  const line = (/** @type {object} */ record) => {
    step += 1
    const uuid = `${id.slice(-8)}-0000-4000-9000-${String(step).padStart(12, '0')}`
    const common = {
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: id,
      version: '2.1.325',
      gitBranch: 'main',
      uuid,
      timestamp: new Date(began + step * 1000).toISOString(),
    }
    parent = uuid
    return `${JSON.stringify({...common, ...record})}\n`
  }
  const assist = (/** @type {object} */ block) =>
    line({
      type: 'assistant',
      message: {
        id: `msg_${id.slice(-8)}_${step}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [block],
        stop_reason: null,
        usage: {
          input_tokens: 10,
          output_tokens: 50,
          cache_creation_input_tokens: 200,
          cache_read_input_tokens: 9000,
        },
      },
    })
  return {
    ask: (/** @type {string} */ text) => line({type: 'user', message: {role: 'user', content: text}}),
    say: (/** @type {string} */ text) => assist({type: 'text', text}),
    call(/** @type {string} */ command) {
      call = `toolu_${id.slice(-8)}_${String(step).padStart(8, '0')}`
      return assist({type: 'tool_use', id: call, name: 'Bash', input: {command}})
    },
    answer: (/** @type {string} */ output) =>
      line({
        type: 'user',
        message: {
          role: 'user',
          content: [{type: 'tool_result', tool_use_id: call, content: output, is_error: false}],
        },
        toolUseResult: {stdout: output, stderr: '', interrupted: false},
      }),
  }
}
