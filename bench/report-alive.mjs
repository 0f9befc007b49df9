// Loaded before a program that runs with `--expose-gc`: for each line that comes to the first thread's standard input it
// prints how many bytes are in use in all threads after everything was thrown away that nobody needs.
import {BroadcastChannel, isMainThread, threadId} from 'node:worker_threads'

const channel = new BroadcastChannel('recount-alive')
channel.unref()
/** Threads may be busy; when none has answered for so long, all have. */
const silence = 2000

function alive() {
  globalThis.gc()
  const {heapUsed, external} = process.memoryUsage()
  return heapUsed + external
}

if (isMainThread) {
  const told = new Map()
  const tell = () => {
    const bytes = [...told.values()].reduce((sum, each) => sum + each, alive())
    process.stdout.write(`alive: ${bytes}\n`)
  }
  let timer
  channel.onmessage = ({data}) => {
    told.set(data.threadId, data.bytes)
    timer?.refresh()
  }
  process.stdin.on('data', () => {
    told.clear()
    channel.postMessage('tell')
    timer = setTimeout(tell, silence)
  })
  process.stdin.unref()
} else {
  channel.onmessage = ({data}) => {
    // What other threads answer is heard here, too.
    if (data === 'tell') channel.postMessage({threadId, bytes: alive()})
  }
}
