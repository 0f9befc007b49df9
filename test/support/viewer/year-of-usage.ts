import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

const models = ['claude-opus-5-5', 'claude-sonnet-5', 'claude-haiku-4-5', 'claude-fable-5']
const projects = ['shop', 'mill', 'lamp']
const day = 86_400_000

/** The same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Writes sessions of a year up to a moment: several models and projects, more on weekdays and by day, with cache reads and
 * writes. Returns the number of sessions.
 */
export function writeYearOfUsage(folder: string, now: number, days = 365): number {
  const random = randomNumbers(7)
  let count = 0
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const midnight = now - (now % day) - ago * day
    const weekday = (new Date(midnight).getUTCDay() + 6) % 7
    const sessions = Math.floor(random() * (weekday < 5 ? 4 : 1.6))
    for (let number = 0; number < sessions; number += 1) {
      const start = midnight + (8 + random() * 10) * 3_600_000
      const isPast = start < now
      count += Number(isPast)
      if (isPast) writeSession(folder, count, start, now, random)
    }
  }
  // The window that is running.
  count += 1
  writeSession(folder, count, now - 95 * 60_000, now, random)
  return count
}

function writeSession(
  folder: string,
  number: number,
  start: number,
  now: number,
  random: () => number,
): void {
  const id = `5e551000-0000-4000-9000-${String(number).padStart(12, '0')}`
  const project = projects[Math.floor(random() * random() * projects.length)] ?? ''
  const cwd = `/home/ada/work/${project}`
  const common = {sessionId: id, cwd, version: '2.1.325', gitBranch: 'main', isSidechain: false}
  const lines: object[] = []
  const add = (record: object, time: number): void => {
    const uuid = `${id.slice(0, -4)}${String(lines.length).padStart(4, '0')}`
    lines.push({...common, uuid, parentUuid: null, timestamp: new Date(time).toISOString(), ...record})
  }
  add({type: 'user', message: {role: 'user', content: `Task ${number} in ${project}`}}, start)
  const responses = 2 + Math.floor(random() * 12)
  const model = models[Math.floor(random() * random() * models.length)]
  for (let at = 0; at < responses; at += 1) {
    const time = Math.min(now - 1000, start + at * 4 * 60_000)
    const message = {
      id: `msg_${number}_${at}`,
      type: 'message',
      role: 'assistant',
      model: random() < 0.85 ? model : models[2],
      content: [{type: 'text', text: `Step ${at}.`}],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: Math.floor(random() * 900),
        output_tokens: Math.floor(random() * 6000),
        cache_read_input_tokens: Math.floor(random() * 160_000),
        cache_creation_input_tokens: 0,
        cache_creation: {
          ephemeral_5m_input_tokens: Math.floor(random() * 30_000),
          ephemeral_1h_input_tokens: random() < 0.3 ? Math.floor(random() * 40_000) : 0,
        },
      },
    }
    add({type: 'assistant', message}, time)
  }
  const place = join(folder, cwd.replaceAll('/', '-'))
  mkdirSync(place, {recursive: true})
  writeFileSync(join(place, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
