import {appendFileSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {writeLongSession} from '../support/viewer/long-session.ts'
import type {TestViewer} from '../support/viewer/test-viewer.ts'
import {testViewer} from '../support/viewer/test-viewer.ts'

const messages = 6000
let viewer: TestViewer
let session = ''
const file = (): string => join(viewer.projects, '-home-ada-long', `${session}.jsonl`)

beforeAll(async () => {
  viewer = await testViewer((projects) => {
    session = writeLongSession(projects, messages)
  })
})
afterAll(() => viewer?.close())

test('a long session is shown from its end', async () => {
  const size = readFileSync(file()).length
  expect(size).toBeGreaterThan(2.5e6)
  viewer.restart()
  await viewer.get('/')
  const page = await (await viewer.get(`/s/${session}`)).text()
  expect(page).toContain(`Message ${messages - 1} says`)
})

test('while a long session is read, its title and its numbers are those of all of it', async () => {
  viewer.restart()
  const page = await (await viewer.get(`/s/${session}`)).text()
  expect(page).toContain('<h1 class="session-title">Question 0: what comes next?</h1>')
  expect(page).toContain(`<dt>Turns</dt><dd>${messages / 100}</dd>`)
  expect(page).toContain('Loading the rest…')
  // Of these, only the last part is known.
  for (const label of ['Duration', 'Tokens', 'Files']) expect(page).not.toContain(`<dt>${label}</dt>`)
  expect(page).toContain('<span>Assistant</span> <span class="count"></span>')
})

test('a session whose last records say nothing has a skeleton, and not the note of an empty one', async () => {
  const title = JSON.stringify({type: 'summary', summary: 'x'.repeat(600_000), leafUuid: 'nowhere'})
  appendFileSync(file(), `${title}\n${title}\n`)
  await viewer.index()
  viewer.restart()
  const page = await (await viewer.get(`/s/${session}`)).text()
  expect(page.includes('class="skeleton is-long"')).toBe(true)
  expect(page).not.toContain('No messages yet')
})
