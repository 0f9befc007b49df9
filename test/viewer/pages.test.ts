import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {firstDay, growingSession, sessionId} from '../support/viewer/growing-session.ts'
import type {TestViewer} from '../support/viewer/test-viewer.ts'
import {testViewer} from '../support/viewer/test-viewer.ts'

let viewer: TestViewer

/** Everything happens on one day. */
const now = firstDay + 12 * 3_600_000
const lately = (number: number): number => now - 60_000 + number * 10_000

beforeAll(async () => {
  viewer = await testViewer(
    (projects) => {
      const first = growingSession(projects, 1, undefined, lately(1))
      first.ask('Please find the zebra')
      first.say('I look for it.')
      first.answer(first.call('grep -r zebra src'), 'src/zoo.ts: zebra')
      first.say('It is in **src/zoo.ts**.')
      growingSession(projects, 4, '-home-ada-mute', lately(4)).ask('Does `anybody` **answer**?')
      const third = growingSession(projects, 3, '-home-ada-mill', lately(3))
      third.ask('Look through the mill')
      third.answer(third.call('**/*.ts', 'Glob'), 'src/mill.ts')
      third.answer(third.call('make'), 'no rule', true)
      const second = growingSession(projects, 2, '-home-ada-barn', now - 120_000)
      for (let turn = 1; turn <= 40; turn += 1) {
        second.ask(`Question number ${turn}`)
        second.say(`Answer number ${turn}. ${'Many words. '.repeat(600)}`)
      }
    },
    {now: () => now},
  )
})

afterAll(() => viewer.close())

const text = async (path: string): Promise<string> => (await viewer.get(path)).text()

describe('the list', () => {
  test('shows sessions under the day on which they went on', async () => {
    const html = await text('/')
    expect(html).toContain('<h1>Sessions</h1>')
    expect(html).toContain('Please find the zebra')
    expect(html).toContain('>Does anybody answer?</a></h3>')
    expect(html).toMatch(/<section class="day" data-day="(?:Today|Yesterday|This week|Older)">/)
  })

  test('is filtered, sorted and counted by its address alone', async () => {
    expect(await text('/?q=zebra')).toContain('1 session')
    expect(await text('/?q=nothing-like-that')).toContain('No sessions match')
    const listed = await (await viewer.get('/api/sessions.json?sort=turns')).json()
    expect(listed.sessions.map(({sessionId: id}: {sessionId: string}) => id).slice(0, 1)).toEqual([
      sessionId(2),
    ])
    expect(listed.facets.project[0].count).toBeGreaterThan(0)
  })

  test('is chosen from by project, branch, model, tool, errors and running sessions, each a link', async () => {
    const idsOf = async (query: string): Promise<readonly string[]> =>
      (await (await viewer.get(`/api/sessions.json?${query}`)).json()).sessions.map(
        ({sessionId: id}: {sessionId: string}) => id,
      )
    expect(new Set(await idsOf('tool=Bash'))).toEqual(new Set([sessionId(1), sessionId(3)]))
    expect(await idsOf('tool=Glob')).toEqual([sessionId(3)])
    expect(await idsOf('tool=Bash&errors=1')).toEqual([sessionId(3)])
    expect(await idsOf('tool=bash')).toEqual([])
    const html = await text('/')
    for (const name of ['Project', 'Branch', 'Model', 'Tool'])
      expect(html).toContain(`<summary>${name}</summary>`)
    expect(html).toContain('href="/?tool=Glob"')
    expect(html).toContain('href="/?errors=1"')
    expect(html).toContain('href="/?live=1"')
  })

  test('counts for each choice what it would leave, with the others as they are', async () => {
    const {facets} = await (await viewer.get('/api/sessions.json?tool=Glob')).json()
    expect(facets.tool).toEqual([
      {value: 'Bash', count: 2},
      {value: 'Glob', count: 1},
    ])
    expect(facets.errors).toBe(1)
    expect(facets.model).toEqual([{value: 'claude-opus-5-5', count: 1}])
  })

  test('changes its choices with the words, and keeps the words in them', async () => {
    const part = await text('/?q=zebra&part=1')
    expect(part).toContain('<div id="rows">')
    expect(part).toContain('href="/?q=zebra&amp;tool=Bash"')
    expect(part).not.toContain('tool=Glob')
  })

  test('says how long ago each changed, and its cost only if that is known', async () => {
    const html = await text('/')
    expect(html.match(/title="No usage recorded">–</g)).toHaveLength(1)
    expect(html).toMatch(
      /<time datetime="[^"]+"[^>]*>(?:\d+ (?:second|minute|hour|day)s? ago|yesterday|now|\d+ \w+ \d+)<\/time>/,
    )
  })
})

describe('a session', () => {
  test('is found as the latest, and not by what several ids begin with', async () => {
    const leadsTo = async (word: string) => (await viewer.get(`/s/${word}?at=x`)).headers.get('location')
    const {sessions} = await (await viewer.get('/api/sessions.json')).json()
    const [first, second] = sessions.map(({sessionId: id}: {sessionId: string}) => id)
    expect(await leadsTo(sessionId(2).slice(0, 4))).toBeNull()
    expect(await leadsTo('latest')).toBe(`/s/${first}?at=x`)
    expect(await leadsTo('latest~1')).toBe(`/s/${second}?at=x`)
  })
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

  test('gives what is before a slice, and around an entry by its id', async () => {
    const before = await viewer.get(`/s/${sessionId(2)}/turns?before=3`)
    expect(before.headers.get('recount-last')).toBe('2.0')
    const found = await (await viewer.get(`/s/${sessionId(1)}/find?name=toolu_000001_00000002`)).json()
    expect(found).toEqual({turn: 1, slice: 0})
    expect(await text(`/s/${sessionId(1)}?at=toolu_000001_00000002`)).toContain('id="toolu_000001_00000002"')
  })

  test('gives the records of a call as they were written', async () => {
    const {records} = await (await viewer.get(`/s/${sessionId(1)}/raw/toolu_000001_00000002`)).json()
    expect(records).toHaveLength(2)
    expect(JSON.parse(records[0].text).message.content[0].name).toBe('Bash')
    expect(JSON.parse(records[1].text).toolUseResult.stdout).toBe('src/zoo.ts: zebra')
  })

  test('gives one message as Markdown: what was said as it was said, what was done with its line', async () => {
    const html = await text(`/s/${sessionId(1)}`)
    const anchors = [...html.matchAll(/<div class="message assistant[^"]*" id="([^"]+)"/g)].map(
      (match) => match[1],
    )
    expect(await text(`/s/${sessionId(1)}/markdown/${anchors.at(-1)}`)).toBe('It is in **src/zoo.ts**.\n')
    const call = await viewer.get(`/s/${sessionId(1)}/markdown/toolu_000001_00000002`)
    expect(call.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const words = await call.text()
    expect(words).toMatch(/^✓ \*\*Bash\*\* `grep -r zebra src`/)
    expect(words).toContain('src/zoo.ts: zebra')
    expect((await viewer.get(`/s/${sessionId(1)}/markdown/nothing-like-that`)).status).toBe(404)
  })

  test('shows what each turn cost, as far as prices are known', async () => {
    const html = await text(`/s/${sessionId(1)}`)
    expect(html).toMatch(/<span class="spent"><span title="\$0\.\d{6}, estimated">\$0\.\d+<\/span><\/span>/)
  })

  test('can be taken along as HTML, Markdown and JSON', async () => {
    const html = await viewer.get(`/s/${sessionId(1)}/export.html`)
    expect(html.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w. -]+\.html"$/)
    expect(await html.text()).toContain('<!doctype html>')
    expect(await text(`/s/${sessionId(1)}/export.md`)).toContain('It is in **src/zoo.ts**.')
    const page = await (await viewer.get(`/s/${sessionId(1)}/export.json`)).json()
    expect(page.sessions[0].sessionId).toBe(sessionId(1))
  })
})

describe('search, usage and running sessions', () => {
  test('a search marks what it found and links to the message', async () => {
    const html = await text('/search?q=zebra')
    expect(html).toContain('<mark>zebra</mark>')
    expect(html).toContain(`href="/s/${sessionId(1)}?at=`)
    expect((await (await viewer.get('/api/search.json?q=zebra')).json()).hits.length).toBeGreaterThan(0)
  })

  test('a query that is wrong says why', async () => {
    const response = await viewer.get('/search?q=kind:nonsense')
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Unknown kind')
  })

  test('usage is a chart with the table below it, and two files', async () => {
    const html = await text('/usage?by=model')
    expect(html).toContain('<table class="usage">')
    expect(html).toContain('claude-opus-5-5')
    expect(html).toContain('<figure class="chart rows-chart">')
    expect(await text('/usage')).toContain('<svg role="img" aria-label="Cost per day"')
    expect(await text('/usage.csv')).toMatch(/^key,title,responses/)
    expect((await (await viewer.get('/usage.json')).json()).total.responses).toBe(45)
    expect((await viewer.get('/usage?since=nonsense')).status).toBe(400)
  })

  test('usage by tool shows calls, and the responses that made them', async () => {
    const html = await text('/usage?by=tool&show=calls')
    for (const head of ['Tool', 'Calls', 'Failed', 'Duration', 'Result size', 'Responses', 'Cost'])
      expect(html).toMatch(new RegExp(`<th scope="col"[^>]*>${head}</th>`))
    expect(html).toContain('data-label="Bash" data-value="2" title="Bash: 2 calls, 1 failed,')
    expect(html).toContain('href="/?tool=Glob"')
    const {rows, total, toolCalls} = await (await viewer.get('/usage.json?by=tool')).json()
    const named = new Map(rows.map((row: {key: string}) => [row.key, row]))
    expect(named.get('Bash')).toMatchObject({
      responses: 2,
      toolCalls: {calls: 2, failed: 1, timed: 2, durationMs: 2000},
    })
    expect(named.get('(none)')).toMatchObject({title: 'text only', responses: 42, toolCalls: {calls: 0}})
    expect(toolCalls).toMatchObject({calls: 3, failed: 1})
    expect(total.responses).toBe(45)
    const csv = await text('/usage.csv?by=tool')
    expect(csv.split('\r\n')[0]).toMatch(
      /,models,calls,failed_calls,timed_calls,duration_ms,result_characters$/,
    )
    expect(csv).toMatch(/^Bash,,2,.*,2,1,2,2000,24\r$/m)
  })

  test('usage shows tokens as well as cost, and says of blocks when they began', async () => {
    expect(await text('/usage?show=tokens')).toMatch(/: [\d.]+k? tokens, \$0\.\d+<\/title>/)
    expect(await text('/usage?by=blocks')).toMatch(/<th scope="row">2026-11-16 \d\d:00/)
    expect(await text('/usage?by=session')).toContain('no cost reported')
    expect(await text('/usage?since=2030-01-01')).toContain('No usage for this period and project.')
    expect(await text('/usage?project=SHOP')).not.toContain('Nothing was used')
  })

  test('what was found can be narrowed down by what it is', async () => {
    const html = await text('/search?q=zebra')
    expect(html).toMatch(/href="\/search\?q=zebra%20tool%3ABash"[^>]*>Bash <span class="count">2<\/span>/)
    const narrowed = await text('/search?q=zebra%20kind:call')
    expect(narrowed).toMatch(/href="\/search\?q=zebra" aria-current="true" title="kind:call"/)
  })

  test('running sessions are on the board with what they do, those that wait first, with their true number', async () => {
    const html = await text('/live')
    expect(html).toContain('class="board"')
    expect(html).toContain('2 waiting for you, 2 working')
    const ids = [...html.matchAll(/data-session="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([sessionId(2), sessionId(1), sessionId(4), sessionId(3)])
    expect(html).toContain('<p class="step">Waiting for you</p>')
    expect(html).toContain('<p class="step">Does anybody answer?</p>')
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
  expect(await page.text()).toContain('Session not found.')
  const json = await viewer.get('/s/unknown/head')
  expect([json.status, (await json.json()).error]).toEqual([404, 'Session not found.'])
})
