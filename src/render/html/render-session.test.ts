import {describe, expect, test} from 'vitest'
import {htmlOptions} from '../../../test/support/pages/page-options.ts'
import {callOf, pageEntryOf, sessionPageOf, turnOf} from '../../../test/support/pages/session-page.ts'
import type {PageEntry, ProjectCard, SessionPage} from '../../page/index.ts'
import {plain, prose, renderArticles, walkEntries} from '../../page/index.ts'
import {renderHtmlArticle, renderHtmlIndex, renderHtmlProject, renderHtmlSession} from './index.ts'
import {agentHue, agentHueMap} from './session/session-context.ts'

const promptOf = (
  text: string,
  below: readonly PageEntry[] = [],
  given: Partial<PageEntry> = {},
): PageEntry => pageEntryOf({kind: 'prompt', subject: text, asked: [prose(text)], below, ...given})

const answerOf = (text: string, below: readonly PageEntry[] = []): PageEntry =>
  pageEntryOf({kind: 'answer', subject: text, asked: [prose(text)], below})

const only = (pages: readonly string[]): string => {
  expect(pages).toHaveLength(1)
  return pages[0] ?? ''
}

const projectOf = (sessions: readonly SessionPage[]): string => {
  const articles = renderArticles(sessions, (session, taken) =>
    renderHtmlArticle(session, htmlOptions(), taken),
  )
  return renderHtmlProject({name: 'p', number: 1, pages: 1, articles}, htmlOptions())
}

describe('a page', () => {
  const page = only(
    renderHtmlSession(
      sessionPageOf(
        [turnOf(1, [promptOf('Hello **there**', [answerOf('Hi', [callOf({subject: 'a.ts'})])])])],
        {title: 'A & B </title><script>', cwd: "/home/o'neil", continues: 'older', continuedBy: ['newer']},
      ),
      htmlOptions({sessionHref: (id) => `${id}.html`}),
    ),
  )

  test('lets nothing in but its own style and script', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("form-action 'none'")
    expect(policy).not.toMatch(/unsafe|https?:/)
  })

  test('has no style attributes and no handlers', () => {
    expect(page).not.toMatch(/<[^>]*\s(?:style|on\w+)=/)
  })

  test('escapes its title', () => {
    expect(page).toContain('<title>A &amp; B &lt;/title&gt;&lt;script&gt;</title>')
  })

  test('says how to go on with the session, and what it continues', () => {
    expect(page).toContain(
      'cd -- &#39;/home/o&#39;\\&#39;&#39;neil&#39; &amp;&amp; claude --resume=01234567-89ab-4cde-8f01-23456789abcd',
    )
    expect(page).toContain('href="older.html"')
    expect(page).toContain('href="newer.html"')
  })

  test('shows what a person wrote as Markdown, and as it was written', () => {
    expect(page).toContain('<strong>there</strong>')
    expect(page).toContain('<pre>Hello **there**</pre>')
  })

  test('says what is inside a fold', () => {
    expect(page).toContain('<summary class="fold">1 reply · 1 tool call</summary>')
  })

  test('has each id once', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('anchors', () => {
  test('every entry can be linked to by its anchor', () => {
    const turns = [
      turnOf(1, [promptOf('Hello', [answerOf('Hi', [callOf(), callOf(), callOf()]), answerOf('Done')])]),
    ]
    const page = only(renderHtmlSession(sessionPageOf(turns), htmlOptions()))
    for (const turn of turns)
      for (const {anchor} of walkEntries(turn.entries)) expect(page).toContain(`id="${anchor}"`)
  })

  test('an anchor cannot take the place of something of the page, nor leave its attribute', () => {
    const hostile = [promptOf('a', [], {anchor: 'outline'}), promptOf('b', [], {anchor: '"><script>'})]
    const page = only(renderHtmlSession(sessionPageOf([turnOf(1, hostile)]), htmlOptions()))
    expect(page.match(/id="outline"/g)).toHaveLength(1)
    expect(page).not.toContain('"><script>x')
  })

  test('sessions with a common history have ids of their own on one page', () => {
    const turns = [turnOf(1, [promptOf('Hello', [], {anchor: 'same'})])]
    const sessions = [
      sessionPageOf(turns, {sessionId: 'aaaaaaaa-1'}),
      sessionPageOf(turns, {sessionId: 'bbbbbbbb-2', continues: 'aaaaaaaa-1'}),
    ]
    const page = projectOf(sessions)
    expect(page).toContain('id="same"')
    expect(page).toContain('id="same--bbbbbbbb"')
  })

  test('one that several files tell of is there for each, and each has its own place', () => {
    const shown = sessionPageOf([turnOf(1, [promptOf('Same', [], {anchor: 'same'})])], {
      sessionId: 'aaaaaaaa-1',
    })
    const page = projectOf([shown, shown, shown])
    for (const id of ['same', 'same--aaaaaaaa', 'same--aaaaaaaa-3', 'session-aaaaaaaa-1--aaaaaaaa-3'])
      expect(page.split(` id="${id}"`), id).toHaveLength(2)
  })
})

describe('parts', () => {
  const turns = Array.from({length: 12}, (_, index) =>
    turnOf(index + 1, [promptOf(`Ask ${index + 1}`, [answerOf('word '.repeat(400))])]),
  )
  const options = htmlOptions({partBytes: 5000})
  const parts = renderHtmlSession(sessionPageOf(turns), options)

  test('a large session is split between turns, and every part names all turns', () => {
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) for (const {number} of turns) expect(part).toContain(`>Ask ${number}</span>`)
  })

  test('links lead to the part where their target is', () => {
    for (const [index, part] of parts.entries())
      for (const [, page, id] of part.matchAll(/href="(?:part-(\d+)\.html)?#([\w.-]+)"/g)) {
        if (id === 'conversation') continue
        const there = page === undefined ? part : parts[Number(page) - 1]
        expect(there, `#${id} from part ${index + 1}`).toContain(`id="${id}"`)
      }
  })

  test('a session that grows keeps its earlier parts', () => {
    const partOf = (pages: readonly string[], anchor: string): number =>
      pages.findIndex((page) => page.includes(`id="${anchor}"`))
    for (let count = 1; count < turns.length; count += 1) {
      const earlier = renderHtmlSession(sessionPageOf(turns.slice(0, count)), options)
      for (const {anchor} of turns.slice(0, count))
        expect(partOf(earlier, anchor)).toBe(partOf(parts, anchor))
    }
  })

  test('a huge turn is split between entries, and continues where it stopped', () => {
    const answers = Array.from({length: 20}, (_, index) => answerOf(`${index} ${'word '.repeat(400)}`))
    const pages = renderHtmlSession(sessionPageOf([turnOf(1, [promptOf('Much', answers)])]), options)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages[1]).toContain('Turn 1, continued')
    for (const page of pages) {
      expect(page.match(/<details/g)?.length).toBe(page.match(/<\/details>/g)?.length)
      expect(page.match(/<section/g)?.length).toBe(page.match(/<\/section>/g)?.length)
    }
    for (const {anchor} of answers)
      expect(pages.filter((page) => page.includes(`id="${anchor}"`))).toHaveLength(1)
  })

  test('an agent with more than a part can hold is split as well', () => {
    const lane = {key: 'k', name: 'Busy', level: 1, above: []}
    const work = Array.from({length: 40}, () =>
      callOf({tool: 'Bash', prominent: 'both', answered: [plain('x'.repeat(900))], lane}),
    )
    const agent = pageEntryOf({kind: 'agent', title: 'Busy', lane, below: work})
    const pages = renderHtmlSession(
      sessionPageOf([
        turnOf(1, [promptOf('Much', [answerOf('Yes', [callOf({tool: 'Agent', below: [agent]})])])]),
      ]),
      options,
    )
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(page.match(/<div/g)?.length).toBe(page.match(/<\/div>/g)?.length)
  })
})

describe('what is where', () => {
  test('three calls of one tool are one line, with all of them inside', () => {
    const calls = [1, 2, 3].map((number) => callOf({subject: `src/file-${number}.ts`}))
    const page = only(renderHtmlSession(sessionPageOf([turnOf(1, [promptOf('Read', calls)])]), htmlOptions()))
    expect(page).toContain('Read 3 files</span><span class="subject">file-1.ts, file-2.ts, file-3.ts')
    expect(page.match(/class="message tool_use/g)).toHaveLength(3)
  })

  test('a path that was left is folded, says what was asked there, and links to where it began', () => {
    const session = sessionPageOf(
      [
        turnOf(1, [promptOf('First', [], {anchor: 'start'})]),
        turnOf(2, [promptOf('Wrong way', [], {branch: 'b'})], {branch: 'b'}),
        turnOf(3, [promptOf('Right way')]),
      ],
      {branches: [{id: 'b', prompt: 'Wrong way', records: 7, anchor: undefined, from: 'start'}]},
    )
    const page = only(renderHtmlSession(session, htmlOptions()))
    const branch = /<details class="branch">.*?<\/section><\/details>/s.exec(page)?.[0]
    expect(branch).toContain('“Wrong way”')
    expect(branch).toContain('7 records')
    expect(branch).toContain('href="#start"')
    expect(branch).not.toContain('Right way')
  })

  test('what is shown elsewhere says where', () => {
    const call = callOf({anchor: 'the-call'})
    const answer = pageEntryOf({kind: 'answer', refersTo: 'the-call'})
    const page = only(
      renderHtmlSession(sessionPageOf([turnOf(1, [promptOf('Go', [call, answer])])]), htmlOptions()),
    )
    expect(page).toContain('class="elsewhere"><a href="#the-call">')
  })

  test('very deep nesting is drawn flat, and does not end the program', () => {
    let deep = pageEntryOf({kind: 'agent', title: 'last'})
    for (let level = 0; level < 3000; level += 1)
      deep = pageEntryOf({kind: 'agent', title: 'a', below: [deep]})
    const page = only(
      renderHtmlSession(sessionPageOf([turnOf(1, [promptOf('Deep', [deep])])]), htmlOptions()),
    )
    expect(page).toContain('>last<')
  })

  test('a session without anything says so', () => {
    expect(only(renderHtmlSession(sessionPageOf([]), htmlOptions()))).toContain('No messages.')
  })
})

describe('an index', () => {
  const card = {
    sessionId: 'abcdef0123',
    title: 'One',
    firstPrompt: undefined,
    cwd: undefined,
    gitBranch: undefined,
    startedAt: 1000,
    endedAt: 2000,
    models: ['m'],
    tokens: 1500,
    cost: {usd: 0.5, from: 'reported'},
    turns: 1,
    toolCalls: 2,
    errors: 1,
    agents: 0,
    href: 'one.html',
    isArchivedOnly: false,
  } as const

  test('has the newest project and the newest session first, and sums', () => {
    const page = renderHtmlIndex(
      [
        {name: 'old', href: undefined, sessions: [card]},
        {
          name: 'new',
          href: 'new.html',
          sessions: [
            {...card, title: 'Two', endedAt: 3000, isArchivedOnly: true},
            {...card, title: 'Three', endedAt: 9000},
          ],
        },
      ],
      htmlOptions(),
    )
    const order = [...page.matchAll(/>(old|new|One|Two|Three)</g)].map(([, name]) => name)
    expect(order).toEqual(['new', 'Three', 'Two', 'old', 'One'])
    expect(page).toContain('$1.50')
    expect(page).toContain('4.5k tokens')
    expect(page).toContain('archived')
  })

  test('marks what was computed, and what is not all', () => {
    const sumOf = (...sessions: readonly ProjectCard['sessions'][number][]): string | undefined =>
      /<p class="place">.*?<\/p>/.exec(
        renderHtmlIndex([{name: 'p', href: undefined, sessions}], htmlOptions()),
      )?.[0]
    const computed = {...card, cost: {usd: 0.5, from: 'computed'}} as const
    const unknown = {...card, cost: undefined}
    expect(sumOf(card, card)).toContain('>$1.00<')
    expect(sumOf(card, computed)).toContain('>≈ $1.00<')
    expect(sumOf(card, unknown)).toContain('>≥ $0.50<')
    expect(sumOf(card, {...unknown, tokens: undefined})).toContain('>$0.50<')
    expect(sumOf(unknown)).not.toContain('$')
  })

  test('without sessions it says what to do', () => {
    expect(renderHtmlIndex([], htmlOptions())).toContain('No sessions yet')
  })
})

test('agents of a session are distinguishable as long as there are hues, and keep them when others join', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  const hues = agentHueMap(keys)
  expect(new Set(hues.values()).size).toBe(6)
  expect(hues.get('a')).toBe(agentHue('a'))
  for (const [key, hue] of agentHueMap(keys.slice(0, 3))) expect(hues.get(key)).toBe(hue)
  expect(agentHueMap([...keys, ...keys.map((key) => `${key}2`)]).size).toBe(12)
})
