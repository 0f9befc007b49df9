// Loaded before a program that runs with `--expose-gc`: for each line that comes to the first thread's standard input it
// prints how many bytes are in use in all threads after everything was thrown away that nobody needs.
import {BroadcastChannel, isMainThread, threadId} from 'node:worker_threads'

const channel = new BroadcastChannel('recount-alive')
channel.unref()
/** Threads may be busy; when none has answered for so long, all have. */
const silence = 2000

function alive() {
  globalThis.gc?.()
  const {heapUsed, external} = process.memoryUsage()
  return heapUsed + external
}

if (isMainThread) {
  /** @type {Map<number, number>} */
  const reported = new Map()
  const tell = () => {
    const bytes = [...reported.values()].reduce((sum, each) => sum + each, alive())
    process.stdout.write(`alive: ${bytes}\n`)
  }
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  channel.onmessage = (message) => {
    const {data} = /** @type {{data: {threadId: number, bytes: number}}} */ (message)
    reported.set(data.threadId, data.bytes)
    timer?.refresh()
  }
  process.stdin.on('data', () => {
    reported.clear()
    channel.postMessage('tell')
    timer = setTimeout(tell, silence)
  })
  process.stdin.unref()
} else {
  channel.onmessage = (message) => {
    // What other threads answer comes here, too.
    if (/** @type {{data: unknown}} */ (message).data === 'tell')
      channel.postMessage({threadId, bytes: alive()})
  }
}
