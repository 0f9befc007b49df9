// Follows a session, and reports each tool call that fails and each time that Claude stops working.
// Usage: node examples/follow.mjs [path or id]
import {followSession} from 'recount'

const [pathOrId = 'latest'] = process.argv.slice(2)
const interrupt = new AbortController()
process.once('SIGINT', () => interrupt.abort())
for await (const {events, snapshot} of followSession(pathOrId, {signal: interrupt.signal})) {
  // The first update contains what was there before, and has no events.
  if (events.length === 0) console.log(`Following ${snapshot().title ?? pathOrId}`)
  for (const event of events) {
    if (event.type === 'tool-call' && event.toolCall.state === 'failed')
      console.log(`Failed: ${event.toolCall.name} ${JSON.stringify(event.toolCall.input)}`)
    if (event.type === 'outcome' && event.outcome.state !== 'open') {
      const {costUsd} = snapshot()
      console.log(`Claude stopped: ${event.outcome.state}. Cost so far: $${costUsd?.toFixed(2) ?? '?'}`)
    }
  }
}
