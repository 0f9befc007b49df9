// Runs tasks with the built program one after the other and counts their steps: how often each block of code was
// executed, as V8 counts it, and how many elements built-in functions went through. The same input takes the same number
// of steps on every machine. It is given a JSON file with tasks, and prints for each the steps by place as a line of JSON.
import {readFileSync} from 'node:fs'
import {Session} from 'node:inspector'
import {Readable} from 'node:stream'
import {run} from '../../../build/cli/run.js'
import {readLines} from '../../../build/dialects/index.js'
import {openStreamSession} from '../../../build/server/disk/stream-session.js'
import {findSessionFiles} from '../../../build/sources/index.js'

/** Steps that no block shows, by the name of the built-in function that took them. */
const hidden = new Map()

/** Makes a built-in function count before it works. */
function count(owner, name, method, stepsOf) {
  const original = owner[method]
  const key = `${name}.${method}`
  const value = function (...given) {
    hidden.set(key, (hidden.get(key) ?? 0) + stepsOf(this, given))
    return Reflect.apply(original, this, given)
  }
  Object.defineProperty(owner, method, {configurable: true, writable: true, value})
}

/** A processor goes through so many characters at once. */
const charactersAtOnce = 16
const {indexOf} = String.prototype
const untilFound = (text, [wanted, from = 0]) => {
  const found = Reflect.apply(indexOf, text, [wanted, from])
  return Math.max(0, (found === -1 ? text.length : found) - from) / charactersAtOnce
}
const allElements = (list) => list.length
const allCharacters = (text) => text.length / charactersAtOnce

const ofArrays =
  'indexOf includes lastIndexOf splice shift unshift concat flat join reverse fill toReversed toSorted'
for (const method of ofArrays.split(' ')) count(Array.prototype, 'Array', method, allElements)
count(Array.prototype, 'Array', 'slice', (list, [from = 0, to = list.length]) =>
  Math.max(0, Math.min(to, list.length) - from),
)
for (const method of ['indexOf', 'includes']) count(String.prototype, 'String', method, untilFound)
for (const method of ['toLowerCase', 'toUpperCase', 'split', 'replaceAll', 'normalize', 'localeCompare'])
  count(String.prototype, 'String', method, allCharacters)
for (const [name, some] of [
  ['Array', []],
  ['Map', new Map()],
  ['Set', new Set()],
])
  count(Object.getPrototypeOf(some[Symbol.iterator]()), `${name} iterator`, 'next', () => 1)

const inspector = new Session()
inspector.connect()
const ask = (method, parameters) =>
  new Promise((resolve, reject) =>
    inspector.post(method, parameters, (error, answer) => (error ? reject(error) : resolve(answer))),
  )

const nothing = () => {}
const silent = {write: async () => {}, writeBytes: async () => {}, closed: false}

/** Runs a command; what it prints goes nowhere. */
const runCommand = (words, env) =>
  run(words, {
    env,
    home: env.HOME,
    platform: process.platform,
    cwd: env.HOME,
    stdin: Readable.from([]),
    out: silent,
    err: silent,
    color: false,
    width: 100,
    terminal: undefined,
    screen: undefined,
    now: Date.now,
    zone: 'UTC',
    signals: {listen: () => nothing, raise: nothing},
  })

const asset = {text: '', hash: ''}
const assets = {style: asset, script: asset}
const plan = {incarnation: 'test', address: '/s/test', zone: 'UTC', depth: 'hook', assets}

/** Shows all of a session as the viewer does. */
async function showInRoom(file) {
  const {session: room, begin, fold, end, finish} = openStreamSession(plan, () => 0)
  const files = findSessionFiles(file, nothing)
  for (const {path, ...info} of files) {
    const reader = readLines(path)
    begin(path, info)
    fold([...reader.push(readFileSync(path)), ...reader.end()], undefined)
  }
  for (const {path} of files) end(path)
  finish()
  await room.call('view', {maxCharacters: Number.POSITIVE_INFINITY})
  await room.call('step', undefined)
  room.close()
}

/** Follows a session in the viewer line by line; everything but its head is drawn after each. */
async function followInRoom(file) {
  const timers = []
  const {setTimeout} = globalThis
  globalThis.setTimeout = (work, delay) => timers.push({work, delay})
  const {session: room, fold, end, finish} = openStreamSession(plan, () => 0)
  await room.subscribe(0, {onEvent: nothing, onReset: nothing})
  const reader = readLines('-')
  const draw = () => {
    for (const {work, delay} of timers.splice(0)) if (delay <= drawnWithin) work()
  }
  for (const line of [...reader.push(readFileSync(file)), ...reader.end()]) {
    fold([line], 0)
    draw()
  }
  end('-')
  draw()
  finish()
  room.close()
  globalThis.setTimeout = setTimeout
}

/** What changes is drawn after so many milliseconds; the head, which needs everything, later. */
const drawnWithin = 20

/** How often each block of the program was executed since this was last called. */
async function takeBlocks() {
  const {result} = await ask('Profiler.takePreciseCoverage')
  const blocks = {}
  for (const {url, functions} of result) {
    const path = /\/(?:build|node_modules)\/(.*)$/.exec(url)?.[1]
    if (path === undefined) continue
    for (const {functionName, ranges} of functions) {
      // V8 11 counts these only after they ran often, and their constructors are counted anyway.
      if (functionName === '<instance_members_initializer>') continue
      for (const {startOffset, count: times} of ranges)
        if (times > 0) blocks[`${path}:${startOffset} ${functionName}`] = times
    }
  }
  return blocks
}

const inRoom = {view: showInRoom, follow: followInRoom}

const [tasks = ''] = process.argv.slice(2)
await ask('Profiler.enable')
await ask('Profiler.startPreciseCoverage', {callCount: true, detailed: true})
await takeBlocks()
for (const {name, words, env} of JSON.parse(readFileSync(tasks, 'utf8'))) {
  hidden.clear()
  let problem
  let status
  try {
    const show = inRoom[words[0]]
    status = show ? await show(words[1]) : await runCommand(words, env)
  } catch (error) {
    problem = String(error?.stack)
  }
  const builtIn = Object.fromEntries(hidden)
  process.stdout.write(
    `${JSON.stringify({name, status, problem, steps: {...(await takeBlocks()), ...builtIn}})}\n`,
  )
}
process.exit(0)
