import {appendFileSync, readFileSync, writeFileSync} from 'node:fs'
import {setTimeout as wait} from 'node:timers/promises'
import {afterEach, describe, expect, test} from 'vitest'
import {ArchiveError} from '../../src/archive/archive-error.ts'
import type {EventListener, ReceivedEvent} from '../support/viewer/event-listener.ts'
import {listenToEvents, ShownPage} from '../support/viewer/event-listener.ts'
import type {GrowingSession} from '../support/viewer/growing-session.ts'
import {growingSession} from '../support/viewer/growing-session.ts'
import type {TestViewer} from '../support/viewer/test-viewer.ts'
import {testViewer} from '../support/viewer/test-viewer.ts'

let viewer: TestViewer | undefined

afterEach(() => {
  viewer?.close()
  viewer = undefined
})

async function open(count = 1): Promise<{viewer: TestViewer; sessions: readonly GrowingSession[]}> {
  const sessions: GrowingSession[] = []
  viewer = await testViewer((projects) => {
    for (let number = 1; number <= count; number += 1) {
      const session = growingSession(projects, number)
      session.ask(`Prompt of session ${number}`)
      session.say(`Beginning of session ${number}`)
      sessions.push(session)
    }
  })
  return {viewer, sessions}
}

/** A browser with a page and a stream, which loads the page again on request. */
class Browser {
  readonly page = new ShownPage()
  readonly #viewer: TestViewer
  readonly #id: string
  #lastId = ''
  reloads = 0
  events = 0
  #listening: EventListener | undefined

  constructor(viewer: TestViewer, id: string) {
    this.#viewer = viewer
    this.#id = id
  }

  async load(): Promise<void> {
    const response = await this.#viewer.get(`/s/${this.#id}/turns`)
    this.page.load(await response.text())
    this.#lastId = response.headers.get('recount-event') ?? ''
  }

  async connect(): Promise<EventListener> {
    const headers = this.#lastId === '' ? {} : {'last-event-id': this.#lastId}
    const listening = listenToEvents(await this.#viewer.get(`/s/${this.#id}/events`, headers), (event) =>
      this.#hear(event),
    )
    this.#listening = listening
    return listening
  }

  async leave(): Promise<void> {
    await this.#listening?.leave()
  }

  #hear(event: ReceivedEvent): void {
    this.events += 1
    this.#lastId = event.id ?? this.#lastId
    if (event.event === 'reload' || event.event === 'ready') {
      this.reloads += 1
      void this.#reload()
    } else this.page.onEvent(event)
  }

  async #reload(): Promise<void> {
    const response = await this.#viewer.get(`/s/${this.#id}/turns`)
    this.page.load(await response.text())
  }
}

const holds =
  (text: string) =>
  ({event, data}: ReceivedEvent): boolean =>
    event === 'turn' && String(data['html']).includes(text)

describe('a session that grows', () => {
  test('new messages come by themselves, and a call goes from running to done in its place', async () => {
    const {viewer, sessions} = await open()
    const [session] = sessions
    if (!session) throw new Error('There is no session.')
    const browser = new Browser(viewer, session.id)
    await browser.load()
    const stream = await browser.connect()
    const call = session.call('sleep 5 # zebra')
    const pending = await stream.until(holds('zebra'))
    expect(String(pending.data['html'])).toMatch(/waiting|running/)
    await stream.until(({event, data}) => event === 'running' && data['count'] === 1)
    session.answer(call, 'slept well')
    const done = await stream.until(holds('slept well'))
    expect([done.data['turn'], done.data['slice']]).toEqual([pending.data['turn'], pending.data['slice']])
    await stream.until(({event, data}) => event === 'running' && data['count'] === 0)
    session.ask('Another question')
    const next = await stream.until(holds('Another question'))
    expect(next.data['turn']).toBe(2)
    await stream.until(({event, data}) => event === 'outline' && data['turn'] === 2)
    await stream.until(({event}) => event === 'header')
    await browser.leave()
  })

  test('a call that ran before anybody looked is shown as running, and then as done', async () => {
    const {viewer, sessions} = await open()
    const [session] = sessions
    if (!session) throw new Error('There is no session.')
    const call = session.call('sleep 60')
    const html = await (await viewer.get(`/s/${session.id}`)).text()
    expect(/<div id="running"[^>]*>(.*?)<\/div>/s.exec(html)?.[1]).toContain('sleep 60')
    const event = /data-event="([^"]*)"/.exec(html)?.[1] ?? ''
    const stream = listenToEvents(await viewer.get(`/s/${session.id}/events`, {'last-event-id': event}))
    session.answer(call, 'awake')
    await stream.until(({event, data}) => event === 'running' && data['count'] === 0)
    await stream.leave()
  })

  test('who was away gets each thing once, as it is then', async () => {
    const {viewer, sessions} = await open()
    const [session] = sessions
    if (!session) throw new Error('There is no session.')
    const browser = new Browser(viewer, session.id)
    await browser.load()
    const before = await browser.connect()
    session.say('heard live')
    await before.until(holds('heard live'))
    await browser.leave()
    for (let number = 1; number <= 60; number += 1) session.say(`missed ${number}.`)
    await wait(300)
    const after = await browser.connect()
    await after.until(holds('missed 60.'))
    const slices = after.events.filter(({event}) => event === 'turn').map(({data}) => data['slice'])
    expect(new Set(slices).size).toBe(slices.length)
    for (let number = 1; number <= 60; number += 1) expect(browser.page.count(`missed ${number}.`)).toBe(1)
    expect(browser.page.count('heard live')).toBe(1)
    expect(browser.reloads).toBe(0)
    await browser.leave()
  })

  test('after the server was started again nothing is missing and nothing is there twice', async () => {
    const {viewer, sessions} = await open()
    const [session] = sessions
    if (!session) throw new Error('There is no session.')
    const browser = new Browser(viewer, session.id)
    await browser.load()
    const before = await browser.connect()
    session.say('before the restart')
    await before.until(holds('before the restart'))
    await browser.leave()
    viewer.restart()
    session.say('while it was down')
    const after = await browser.connect()
    await after.until(({event}) => event === 'reload')
    session.say('after the restart')
    await after.until(holds('after the restart'))
    for (const text of [
      'Beginning of session 1',
      'before the restart',
      'while it was down',
      'after the restart',
    ])
      await expect.poll(() => browser.page.count(text), {message: text}).toBe(1)
    expect(browser.reloads).toBe(1)
    await browser.leave()
  })

  test('a file that is written again is shown again', async () => {
    const {viewer, sessions} = await open()
    const [session] = sessions
    if (!session) throw new Error('There is no session.')
    const browser = new Browser(viewer, session.id)
    await browser.load()
    const stream = await browser.connect()
    const [first = ''] = readFileSync(session.file, 'utf8').split('\n')
    writeFileSync(session.file, `${first}\n`)
    await stream.until(({event}) => event === 'reload')
    await expect.poll(() => browser.page.count('Beginning of session 1')).toBe(0)
    await expect.poll(() => browser.page.count('Prompt of session 1')).toBe(1)
    await browser.leave()
  })

  test('a file that was emptied is shown again when it is written', async () => {
    const {viewer, sessions} = await open()
    const [session] = sessions
    if (!session) throw new Error('There is no session.')
    const browser = new Browser(viewer, session.id)
    await browser.load()
    const stream = await browser.connect()
    const [first = ''] = readFileSync(session.file, 'utf8').split('\n')
    writeFileSync(session.file, '')
    await stream.until(({event}) => event === 'reload')
    await expect.poll(() => browser.page.count('Beginning of session 1')).toBe(0)
    writeFileSync(session.file, `${first}\n`)
    await expect.poll(() => browser.page.count('Prompt of session 1')).toBe(1)
    await browser.leave()
  })

  test('a torn line is shown when the rest of it arrives', async () => {
    const {viewer, sessions} = await open()
    const [session] = sessions
    if (!session) throw new Error('There is no session.')
    const browser = new Browser(viewer, session.id)
    await browser.load()
    const stream = await browser.connect()
    const lines = readFileSync(session.file, 'utf8').trimEnd().split('\n')
    const record = JSON.parse(lines.at(-1) ?? '{}')
    const line = JSON.stringify({
      ...record,
      uuid: 'torn',
      parentUuid: record.uuid,
      message: {...record.message, id: 'msg_torn', content: [{type: 'text', text: 'in two halves'}]},
    })
    appendFileSync(session.file, line.slice(0, 100))
    await wait(200)
    expect(browser.page.count('in two halves')).toBe(0)
    appendFileSync(session.file, `${line.slice(100)}\n`)
    await stream.until(holds('in two halves'))
    await browser.leave()
  })
})

test('an agent that sets to work later appears below its call', async () => {
  const {viewer, sessions} = await open()
  const [session] = sessions
  if (!session) throw new Error('There is no session.')
  const browser = new Browser(viewer, session.id)
  await browser.load()
  const stream = await browser.connect()
  const {mkdirSync} = await import('node:fs')
  const folder = `${session.file.replace(/\.jsonl$/, '')}/subagents`
  mkdirSync(folder, {recursive: true})
  const record = {
    isSidechain: true,
    agentId: 'a123',
    sessionId: session.id,
    cwd: '/home/ada/shop',
    version: '2.1.325',
    parentUuid: null,
    uuid: 'agent-1',
    timestamp: new Date().toISOString(),
    type: 'assistant',
    message: {
      id: 'msg_agent',
      role: 'assistant',
      model: 'm',
      content: [{type: 'text', text: 'the agent speaks'}],
    },
  }
  writeFileSync(`${folder}/agent-a123.jsonl`, `${JSON.stringify(record)}\n`)
  await stream.until(holds('the agent speaks'))
  await browser.leave()
})

test('a list that is as it is now is not loaded again, and one from before is', async () => {
  const {viewer, sessions} = await open(1)
  const eventOf = async (path: string): Promise<string> =>
    /data-event="([^"]+)"/.exec(await (await viewer.get(path)).text())?.[1] ?? ''
  const before = await eventOf('/')
  const told = listenToEvents(await viewer.get('/events'))
  sessions[0]?.ask('something new')
  await viewer.index()
  await told.until(({event}) => event === 'sessions')
  const late = listenToEvents(await viewer.get(`/events?after=${before}`))
  await late.until(({event}) => event === 'reload')
  for (const path of ['/', '/live']) {
    const now = listenToEvents(await viewer.get(`/events?after=${await eventOf(path)}`))
    sessions[0]?.ask(`something newer than ${path}`)
    await viewer.index()
    await now.until(({event}) => event === 'sessions')
    expect(now.events.map(({event}) => event)).toEqual(['sessions'])
    await now.leave()
  }
  await Promise.all([told.leave(), late.leave()])
})

test('an archive that cannot be read for a moment is read with the next change', async () => {
  let isBroken = false
  const sessions: GrowingSession[] = []
  const opened = await testViewer(
    (projects) => {
      sessions.push(growingSession(projects, 1))
      sessions[0]?.ask('hello')
    },
    {
      archive: {
        sessions(question) {
          if (isBroken) throw new ArchiveError('Cannot read the archive: it is locked.')
          return opened.archive.sessions(question)
        },
      },
    },
  )
  viewer = opened
  await opened.get('/')
  const list = listenToEvents(await opened.get('/events'))
  const board = listenToEvents(await opened.get('/events?board=1'))
  isBroken = true
  sessions[0]?.ask('something new')
  await opened.index()
  await wait(1500)
  expect(list.events).toEqual([])
  isBroken = false
  await opened.index()
  await list.until(({event}) => event === 'sessions')
  await board.until(({event}) => event === 'board')
  await Promise.all([list.leave(), board.leave()])
})

test('the list and the board hear of sessions that change', async () => {
  const {viewer} = await open(2)
  const session = growingSession(viewer.projects, 9, undefined, Date.now())
  session.ask('something')
  await viewer.index()
  await viewer.get('/')
  const list = listenToEvents(await viewer.get('/events'))
  const board = listenToEvents(await viewer.get('/events?board=1'))
  await list.until(({event, data}) => event === 'states' && data['working'] === 1)
  session.say('something new')
  await viewer.index()
  const event = await list.until(({event}) => event === 'sessions')
  expect(JSON.stringify(event.data)).toContain(session.id)
  const drawn = await board.until(({event}) => event === 'board')
  expect(String(drawn.data['html'])).toContain('class="board"')
  // Every page hears of it.
  const states = await list.until(({event, data}) => event === 'states' && data['waiting'] === 1)
  expect(states.data['changed']).toMatchObject([{sessionId: session.id, state: 'waiting', before: 'working'}])
  await Promise.all([list.leave(), board.leave()])
})
