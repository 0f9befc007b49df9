import {closeSync, openSync, writeSync} from 'node:fs'

const session_id = '5e551000-0000-4000-8000-000000000002'
/** @param {object} record */
const line = (record) => `${JSON.stringify({...record, session_id})}\n`

let serial = 0
const uuid = () => `00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`

/** The line a stream begins with. */
export const opening = () =>
  line({type: 'system', subtype: 'init', uuid: uuid(), model: 'claude-opus-4-1', cwd: '/home/ada', tools: []})

/** A text of the model. @param {string} text */
export const answer = (text) => assistant({type: 'text', text})

/** A call of a tool, which prints nothing yet off a terminal. @param {string} id @param {string} command */
export const call = (id, command) => assistant({type: 'tool_use', id, name: 'Bash', input: {command}})

/** The result of a call, with which both are printed. @param {string} id @param {string} content */
export const result = (id, content) =>
  line({
    type: 'user',
    uuid: uuid(),
    parent_tool_use_id: null,
    message: {role: 'user', content: [{type: 'tool_result', tool_use_id: id, content}]},
  })

/** @param {object} block */
function assistant(block) {
  const usage = {input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 1000}
  const message = {id: `msg_${serial}`, role: 'assistant', model: 'claude-opus-4-1', content: [block], usage}
  return line({type: 'assistant', uuid: uuid(), parent_tool_use_id: null, message})
}

/**
 * Writes a live run of so many messages in one session: texts, calls and results by turns.
 * @param {string} path
 * @param {number} messages
 */
export function writeStream(path, messages) {
  const file = openSync(path, 'w')
  let bytes = 0
  try {
    let text = opening()
    for (let i = 1; i < messages; i += 3) {
      text += answer(`Now **part ${i}**: the tests in \`src/part-${i}.ts\` first, then the rest.`)
      text += call(`toolu_${i}`, `npm test -- part-${i}`)
      text += result(`toolu_${i}`, `part ${i}\nok 1 - adds\nok 2 - takes away\n`)
      if (text.length < 65536 && i + 3 < messages) continue
      bytes += writeSync(file, text)
      text = ''
    }
  } finally {
    closeSync(file)
  }
  return bytes
}
