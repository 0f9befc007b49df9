// Appends numbered messages to a conversation until it is killed: store-writer.mjs <store> <conversation> <name> [count]
// After each append it prints how far it is.
import {writeSync} from 'node:fs'
import {openConversationStore} from '../../../build/store/index.js'

const [folder, conversation, name, count = '1000000'] = process.argv.slice(2)
const store = openConversationStore(folder)
const place = {workspace: 'shop', agent: 'claude', conversation}
for (let number = 0; number < Number(count); number += 1) {
  // Some are longer than a page of the system's memory, so that a kill can tear them.
  const text = `${name} ${number} ${'x'.repeat(number % 7 === 0 ? 300_000 : 50)}`
  const line = JSON.stringify({
    type: 'assistant',
    message: {content: [{type: 'text', text}]},
    session_id: 's',
  })
  store.append(place, [{line}])
  if (number % 5 === 0) store.addWorkspace({id: `${name}-${number}`, name}, 'claude')
  writeSync(1, `${number}\n`)
}
