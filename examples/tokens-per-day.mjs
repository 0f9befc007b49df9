// Prints tokens and cost of each day. Usage: node examples/tokens-per-day.mjs [since]
import {openArchive} from 'recount'
import {formatTokens} from 'recount/page'

const [since = '30d'] = process.argv.slice(2)
const archive = await openArchive({onWarning: console.warn})
await archive.update()
const {rows, total} = await archive.usage({groupBy: 'daily', since})
for (const {key, usage, costUsd, isComplete} of [...rows, {key: 'total', ...total}]) {
  const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  const cost = costUsd === null ? 'unknown' : `${isComplete ? '' : 'at least '}$${costUsd.toFixed(2)}`
  console.log(`${key.padEnd(10)}  ${formatTokens(tokens).padStart(8)} tokens  ${cost}`)
}
archive.close()
