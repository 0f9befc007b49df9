import {spawnSync} from 'node:child_process'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'

const child = fileURLToPath(new URL('../../bench/child.mjs', import.meta.url))
const load = {sessions: 8, clients: 20, seconds: 6, gapMs: 100}

/** What a live session keeps of a message, folded and drawn; and what a server may take besides. */
const bytesOfMessage = 20_000
const besides = 20e6

// The whole minute, with fifty on twenty sessions, is a part of the bench.
test(`${load.clients} pages on ${load.sessions} growing sessions each see every message once, in flat memory`, () => {
  const {stdout, stderr} = spawnSync(process.execPath, [child, 'viewer-load', JSON.stringify(load)])
  expect(stderr.toString()).toBe('')
  const {said, seen, missing, double, repeated, reloads, away, memory} = JSON.parse(stdout.toString())
  expect({missing, double, repeated, reloads}).toEqual({missing: 0, double: 0, repeated: 0, reloads: 0})
  expect(seen).toBe(said * load.clients)
  // Who was away gets exactly what was missed, and each slice of it once.
  expect(away.missed).toBeGreaterThan(0)
  expect(away).toMatchObject({got: away.missed, twice: 0})
  const [, middle, last] = memory
  expect((last.alive - middle.alive) * 1e6).toBeLessThan(besides + said * load.sessions * bytesOfMessage)
})
