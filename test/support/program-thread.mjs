// Runs the built program on a thread, one command after the other, each in a world of its own: what it says is what a
// process would say (test/cli/program.test.ts), without the start of a process.
import {Buffer} from 'node:buffer'
import {Readable} from 'node:stream'
import {parentPort} from 'node:worker_threads'
import {run} from '../../build/cli/run.js'

const nothing = () => {}
const usualChunk = 65_536

/** A sink that keeps what it gets. */
function kept() {
  const pieces = []
  const write = async (piece) => void pieces.push(Buffer.from(piece))
  return {sink: {write, writeBytes: write, closed: false}, text: () => Buffer.concat(pieces).toString()}
}

/** Bytes as they come through a pipe. */
function* inPieces(input) {
  const bytes = Buffer.from(input)
  for (let at = 0; at < bytes.length; at += usualChunk) yield bytes.subarray(at, at + usualChunk)
}

/** Runs the program; a signal that would have ended it leaves no exit code. */
async function perform({words, env, cwd, input}) {
  const [out, err] = [kept(), kept()]
  let signalled = false
  const status = await run(words, {
    env,
    home: env['HOME'],
    platform: process.platform,
    cwd,
    stdin: Readable.from(inPieces(input)),
    out: out.sink,
    err: err.sink,
    color: !env['NO_COLOR'] && env['FORCE_COLOR'] === '1',
    width: 100,
    terminal: undefined,
    screen: undefined,
    now: Date.now,
    zone: 'UTC',
    signals: {
      listen: () => nothing,
      obey() {
        signalled = true
      },
    },
  })
  return {stdout: out.text(), stderr: err.text(), status: signalled ? null : status}
}

/** Who waits for an answer; some do nothing else meanwhile, and cannot hear that the thread has died. */
const waiting = new Set()

function answer(task, ran) {
  if (!waiting.delete(task)) return
  task.port.postMessage(ran)
  Atomics.store(task.done, 0, 1)
  Atomics.notify(task.done, 0)
}

process.on('uncaughtException', (error) => {
  for (const task of waiting) answer(task, {stdout: '', stderr: String(error?.stack), status: null})
})
parentPort.on('message', async (task) => {
  waiting.add(task)
  answer(task, await perform(task))
})
