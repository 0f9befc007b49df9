import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {growingSession, sessionId} from './support/server-session.ts'
import type {TestViewer} from './support/server-viewer.ts'
import {testViewer} from './support/server-viewer.ts'

let viewer: TestViewer

beforeAll(async () => {
  viewer = await testViewer((projects) => {
    const first = growingSession(projects, 1)
    first.ask('Please find the zebra')
    first.say('I look for it.')
    first.answer(first.call('grep -r zebra src'), 'src/zoo.ts: zebra')
    first.say('It is in **src/zoo.ts**.')
    const second = growingSession(projects, 2, '-home-ada-barn')
    for (let turn = 1; turn <= 40; turn += 1) {
      second.ask(`Question number ${turn}`)
      second.say(`Answer number ${turn}. ${'Many words. '.repeat(600)}`)
    }
  })
})

afterAll(() => viewer.close())

const text = async (path: string): Promise<string> => (await viewer.get(path)).text()

describe('the list', () => {
  test('shows sessions under the day on which they went on', async () => {
    const html = await text('/')
    expect(html).toContain('<h1>Sessions</h1>')
    expect(html).toContain('Please find the zebra')
    expect(html).toMatch(/<section class="day" data-day="(?:Today|Yesterday|This week|Older)">/)
  })

  test('is filtered, sorted and counted by its address alone', async () => {
    expect(await text('/?q=zebra')).toContain('1 session')
    expect(await text('/?q=nothing-like-that')).toContain('No session is like that')
    const listed = await (await viewer.get('/api/sessions.json?sort=turns')).json()
    expect(listed.sessions.map(({id}: {id: string}) => id)).toEqual([sessionId(2), sessionId(1)])
    expect(listed.facets.project[0].count).toBeGreaterThan(0)
  })
})

describe('a session', () => {
  test('is a page with its newest turns, and says what it left out', async () => {
    const html = await text(`/s/${sessionId(2)}`)
    expect(html.includes('<p>Question number 40</p>')).toBe(true)
    expect(html.includes('<p>Question number 1</p>')).toBe(false)
    expect(/data-previous="\d+\.0"/.test(html)).toBe(true)
    expect(/data-event="boot1\.\d+\.0-\d+"/.test(html)).toBe(true)
    expect(html.length).toBeLessThan(800_000)
  })

  test('gives all of its turns by ranges, each once', async () => {
    let cursor = '1.0'
    let all = ''
    for (let asked = 0; cursor !== '' && asked < 100; asked += 1) {
      const response = await viewer.get(`/s/${sessionId(2)}/turns?from=${cursor}`)
      all += await response.text()
      cursor = response.headers.get('recount-next') ?? ''
    }
    const numbers = [...all.matchAll(/data-turn="(\d+)"/g)].map((match) => Number(match[1]))
    expect(numbers).toEqual(Array.from({length: 40}, (_, index) => index + 1))
  })

  test('gives what stands before a piece, and around something that is named', async () => {
    const before = await viewer.get(`/s/${sessionId(2)}/turns?before=3`)
    expect(before.headers.get('recount-last')).toBe('2.0')
    const found = await (await viewer.get(`/s/${sessionId(1)}/find?name=toolu_000001_00000002`)).json()
    expect(found).toEqual({turn: 1, piece: 0})
    expect(await text(`/s/${sessionId(1)}?at=toolu_000001_00000002`)).toContain('id="toolu_000001_00000002"')
  })

  test('gives the records of a call as they were written', async () => {
    const {records} = await (await viewer.get(`/s/${sessionId(1)}/raw/toolu_000001_00000002`)).json()
    expect(records).toHaveLength(2)
    expect(JSON.parse(records[0].text).message.content[0].name).toBe('Bash')
    expect(JSON.parse(records[1].text).toolUseResult.stdout).toBe('src/zoo.ts: zebra')
  })

  test('can be taken along as HTML, Markdown and JSON', async () => {
    const html = await viewer.get(`/s/${sessionId(1)}/export.html`)
    expect(html.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w. -]+\.html"$/)
    expect(await html.text()).toContain('<!doctype html>')
    expect(await text(`/s/${sessionId(1)}/export.md`)).toContain('It is in **src/zoo.ts**.')
    const page = await (await viewer.get(`/s/${sessionId(1)}/export.json`)).json()
    expect(page.sessions[0].id).toBe(sessionId(1))
  })
})

describe('search, usage and what goes on', () => {
  test('a search marks what it found and links to the message', async () => {
    const html = await text('/search?q=zebra')
    expect(html).toContain('<mark>zebra</mark>')
    expect(html).toContain(`href="/s/${sessionId(1)}?at=`)
    expect((await (await viewer.get('/api/search.json?q=zebra')).json()).hits.length).toBeGreaterThan(0)
  })

  test('a query that is wrong says why', async () => {
    const response = await viewer.get('/search?q=kind:nonsense')
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('There is no such kind')
  })

  test('usage is a chart with the table below it, and two files', async () => {
    const html = await text('/usage?by=model')
    expect(html).toContain('<table class="usage">')
    expect(html).toContain('claude-opus-5-5')
    expect(html).toContain('<svg role="img"')
    expect(await text('/usage.csv')).toMatch(/^key,name,answers/)
    expect((await (await viewer.get('/usage.json')).json()).total.answers).toBe(43)
    expect((await viewer.get('/usage?since=nonsense')).status).toBe(400)
  })

  test('running sessions stand on the board with what they do', async () => {
    const html = await text('/live')
    expect(html).toContain('class="board"')
    expect(html).toContain('It is in **src/zoo.ts**.'.slice(0, 8))
  })
})

test('files of the viewer have names that change with them, and are kept for ever', async () => {
  const response = await viewer.get('/assets/page.12345678.css')
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect((await viewer.get('/assets/../../package.json')).status).toBe(404)
})

test('what is not there is a page that says so, or JSON for programs', async () => {
  const page = await viewer.get('/s/unknown')
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('There is no such session.')
  const json = await viewer.get('/s/unknown/head')
  expect([json.status, (await json.json()).error]).toEqual([404, 'There is no such session.'])
})
