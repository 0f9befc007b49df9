import {describe, expect, test} from 'vitest'
import {bareEntry, markdownSession, plainMarkdownOptions} from '../../../test/support/pages/markdown-page.ts'
import {type PageEntry, type ProjectCard, renderArticles, type SessionPage} from '../../page/index.ts'
import {
  renderMarkdownArticle,
  renderMarkdownIndex,
  renderMarkdownProject,
  renderMarkdownSession,
} from './index.ts'

const bare = plainMarkdownOptions({frontMatter: false, timestamps: false})
const timed = {...bare, timestamps: true}

/** What is below the turn's heading and facts. */
const shown = (entries: readonly PageEntry[], options = bare): string =>
  renderMarkdownSession(markdownSession(entries), options).split('*Turn 1 · 1m 01s*\n\n')[1] ?? ''

const projectOf = (sessions: readonly SessionPage[]): string =>
  renderMarkdownProject(
    '/work/demo',
    renderArticles(sessions, (session, taken) => renderMarkdownArticle(session, timed, taken)),
  )

const prompt = bareEntry({kind: 'prompt', title: 'User', subject: 'Fix #12 for @ada'})
const call = bareEntry({
  kind: 'tool',
  tool: 'Bash',
  title: 'Bash',
  subject: 'npm test',
  outcome: 'exit 1',
  state: 'failed',
  isError: true,
  durationMs: 1500,
  asked: [{kind: 'fields', fields: [{role: 'command', label: 'Command', value: 'npm test'}]}],
  answered: [{kind: 'ansi', text: '\u001b[31m```\u001b[0m', tone: 'plain'}],
})
const read = (subject: string): PageEntry =>
  bareEntry({kind: 'tool', tool: 'Read', title: 'Read', subject, state: 'completed'})

describe('a session', () => {
  test('is resumed with a command only if its id is one', () => {
    const id = '01234567-89ab-4cde-8f01-23456789abcd'
    const command = (given: Partial<SessionPage>) =>
      /resume with (.*)/.exec(
        renderMarkdownSession(markdownSession([prompt], given), plainMarkdownOptions()),
      )?.[1]
    expect(command({sessionId: id})).toBe(`\`claude --resume=${id}\``)
    for (const hostile of ['--settings={}', `${id} --debug`, `\`${id}`, ''])
      expect(command({sessionId: hostile})).toBeUndefined()
  })
  test('begins with its facts, for people and for programs', () => {
    expect(
      renderMarkdownSession(markdownSession([prompt], {title: 'A: "b"\n---\nc'}), plainMarkdownOptions()),
    ).toBe(`---
title: "A: \\"b\\" --- c"
session: "session_abc123"
date: 2026-01-02T14:03:22
ended: 2026-01-02T15:03:22
project: "/work/demo"
branch: "main"
models: ["model-1"]
client: "2.1.325"
turns: 1
tools: 2
failed_tools: 1
tokens: 12345
cost_usd: 0.5
tags: ["claude-code", "demo"]
---

# A: "b" --- c

2026-01-02 14:03 – 15:03 · model-1 · 1 turn · 2 tool calls (1 failed) · 12.3k tokens · $0.50

In \`/work/demo\` · on branch \`main\`

<a id="turn-1"></a>

## Fix \`#12\` for \`@ada\`

*Turn 1 · 14:03:22 · 1m 01s*
`)
  })
  test('links the sessions around it, and what was touched to where', () => {
    const session = markdownSession([{...call, anchor: 'call-1'}], {
      continues: 'before',
      continuedBy: ['after'],
      files: [
        {path: '/work/demo/a|b.ts', reads: 1, changes: 2, linesAdded: 3, linesRemoved: 4, anchor: 'call-1'},
        {path: '/work/demo/new.ts', reads: 0, changes: 1, linesAdded: 0, linesRemoved: 0, anchor: 'call-1'},
      ],
    })
    const text = renderMarkdownSession(session, {
      ...bare,
      sessionHref: (id) => (id === 'after' ? 'after.md' : undefined),
    })
    expect(text).toContain('Continues `before` · Continued by [`after`](after.md)')
    expect(text).toContain('| [`a\\|b.ts`](#call-1) | 1 | 2 | +3 −4 |')
    expect(text).toContain('| 0 | 1 |  |')
    expect(text).toContain('<summary><a id="call-1"></a>✗ <b>Bash</b>')
  })
})

describe('a turn', () => {
  test('is where the list of paths that were left leads to, when it is the first on one', () => {
    const request = bareEntry({kind: 'prompt', subject: 'Else', anchor: 'asked-1', branch: 'left'})
    const branch = {id: 'left', prompt: 'Else', records: 2, anchor: 'asked-1', from: undefined}
    const text = renderMarkdownSession(markdownSession([request], {branches: [branch]}), bare)
    expect(text).toContain('[Else](#asked-1)')
    expect(text).toContain('<a id="asked-1"></a>')
  })
  test('and its session say nothing of when they were, where that is not wanted', () => {
    const session = markdownSession([prompt], {startedAt: Date.parse('2026-01-02T14:03:22Z')})
    expect(renderMarkdownSession(session, timed)).toContain('2026-01-02')
    expect(renderMarkdownSession(session, bare)).not.toContain('2026')
  })
  test('has a long request as a heading in short and a quotation in full', () => {
    const subject = `${'Please do this and that. '.repeat(8)}\n\n- one\n- two`
    const text = renderMarkdownSession(
      markdownSession([bareEntry({kind: 'prompt', subject, asked: [{kind: 'prose', markdown: subject}]})]),
      bare,
    )
    expect(text).toMatch(/\n## (?:Please do this and that\. ?){4}…\n/)
    expect(text).toContain('> Please do this')
    expect(text).toContain('>\n> - one\n> - two\n')
  })
  test('shows calls as folds that nothing in them can close', () => {
    expect(shown([prompt, call])).toBe(`<details>
<summary>✗ <b>Bash</b> <code>npm test</code> · exit 1 · 1.50s</summary>

\`\`\`\`text
\`\`\`
\`\`\`\`

</details>
`)
  })
  test('has no numbers in a change whose lines nobody has counted', () => {
    const hunk = (text: string, newLine?: number) => ({
      lines: [{sign: '+' as const, text, oldLine: undefined, newLine}],
    })
    const edit = (...hunks: readonly ReturnType<typeof hunk>[]): string =>
      shown([prompt, bareEntry({...call, answered: [{kind: 'diff', path: 'a.ts', hunks}]})])
    expect(edit(hunk('one'), hunk('two'))).toContain('+++ a.ts\n+one\n@@ … @@\n+two\n')
    expect(edit(hunk('one', 1))).toContain('+++ a.ts\n@@ -0,0 +1,1 @@\n+one\n')
  })

  test('says where a file is once', () => {
    const fields = [
      {role: 'file', label: 'File', value: '/work/demo/src/a.ts'},
      {role: 'setting', label: 'Lines', value: '2-3'},
      {role: 'setting', label: 'Limit', value: '9'},
    ] as const
    const range = bareEntry({...read('src/a.ts:2-3'), asked: [{kind: 'fields', fields}]})
    const page = shown([prompt, range])
    expect(page).toContain('<code>src/a.ts:2-3</code>')
    expect(page).toContain('- **Limit:** `9`')
    expect(page).not.toMatch(/File|Lines/)
  })

  test('is numbered once where nothing else heads it', () => {
    const page = renderMarkdownSession(markdownSession([read('a.ts')]), bare)
    expect(page).toContain('## Turn 1\n\n*1m 01s*\n')
  })

  test('leads from the end of background work to the call that began it', () => {
    const task = bareEntry({kind: 'task', title: 'Agent completed', subject: 'Look', refersTo: 'call-1'})
    expect(shown([prompt, bareEntry({...read('a.ts'), anchor: 'call-1'}), task])).toContain(
      '◇ **Agent completed** Look · [→ see its call](#call-1)',
    )
  })

  test('puts calls of one tool together', () => {
    const text = shown([prompt, read('a'), read('b'), read('c')])
    expect(text).toContain(
      '<summary>✓ <b>Read 3 files</b> <code>a</code>, <code>b</code>, <code>c</code></summary>',
    )
  })
  test('sets agents apart inside the call that started them', () => {
    const answer = bareEntry({kind: 'answer', asked: [{kind: 'prose', markdown: '# Found'}]})
    const agent = bareEntry({kind: 'agent', title: 'Searcher', below: [answer]})
    const text = shown([prompt, {...call, title: 'Agent', below: [agent], answered: []}])
    expect(text).toContain('<summary>◇ <b>Searcher</b></summary>\n\n> ### Found\n\n</details>\n\n</details>')
  })
  test('folds a path that was left', () => {
    const left = bareEntry({kind: 'answer', branch: 'b', asked: [{kind: 'prose', markdown: 'Gone'}]})
    expect(shown([prompt, left])).toBe(
      '<details>\n<summary>⑂ <b>Abandoned branch</b></summary>\n\nGone\n\n</details>\n',
    )
  })
  test('marks compactions, interruptions and ends', () => {
    expect(
      shown([
        prompt,
        bareEntry({kind: 'compaction', title: 'Conversation compacted', outcome: '9 → 1 tokens'}),
        bareEntry({kind: 'interruption', title: 'Interrupted by the user'}),
        bareEntry({
          kind: 'result',
          title: 'Completed',
          asked: [{kind: 'fields', fields: [{role: 'money', label: 'Cost', value: '$1.00'}]}],
        }),
      ]),
    ).toBe(
      '---\n\n≡ **Conversation compacted** · 9 → 1 tokens\n\n⚠ **Interrupted by the user**\n\n✓ **Completed** · Cost: $1.00\n',
    )
  })
  test('keeps the lists of two answers two', () => {
    const list = bareEntry({kind: 'answer', asked: [{kind: 'prose', markdown: '- a'}]})
    expect(shown([prompt, list, list])).toBe('- a\n\n<!-- -->\n\n- a\n')
  })
  test('embeds pictures, names those that are not there, and loads none from elsewhere by script', () => {
    const picture = bareEntry({
      kind: 'answer',
      asked: [{kind: 'image', alt: 'a ] b', source: {kind: 'base64', mediaType: 'image/png', data: 'AAAA'}}],
    })
    expect(shown([prompt, picture])).toBe('▣ a \\] b · image/png · 3 bytes\n')
    expect(shown([prompt, picture], {...bare, imageUrl: () => 'images/a b.png'})).toBe(
      '![a \\] b](images/a%20b.png)\n',
    )
    expect(shown([prompt, picture], {...bare, imageUrl: () => 'data:image/png;base64,AAAA'})).toBe(
      '![a \\] b](data:image/png;base64,AAAA)\n',
    )
    expect(shown([prompt, picture], {...bare, imageUrl: () => 'data:text/html,x'})).toContain('▣ a')
  })
})

test('a compact file has one line a call, and what was said in full', () => {
  const answer = bareEntry({kind: 'answer', asked: [{kind: 'prose', markdown: 'Said **in full**.'}]})
  const fine: PageEntry = {...call, state: 'completed', isError: false, outcome: undefined}
  expect(
    shown([prompt, fine, read('a'), answer, read('b'), read('c'), read('d')], {...bare, compact: true}),
  ).toBe(
    '- ✓ **Bash** `npm test` · 1.50s\n- ✓ **Read** `a`\n\nSaid **in full**.\n\n- ✓ **Read 3 files** `b`, `c`, `d`\n',
  )
})

test('a project has all its sessions one level deeper, and a list of them', () => {
  const text = projectOf([markdownSession([prompt])])
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# /work/demo',
    '## A title',
    '### Fix `#12` for `@ada`',
  ])
  expect(text).toContain('- [A title](#session-session_abc123) · 2026-01-02 14:03 – 15:03')
  expect(text).toContain('<a id="session-session_abc123"></a>')
})

test('sessions with a common history have places of their own in one file, and links to them', () => {
  const agents = [
    {key: 'a', name: 'Finder', type: 'x', state: 'completed', toolCalls: 1, anchor: 'agent-a'},
  ] as const
  const agent = bareEntry({kind: 'agent', title: 'Finder', anchor: 'agent-a', below: [call]})
  const [first, second] = ['aaaaaaaa-1', 'bbbbbbbb-2'].map((id) =>
    markdownSession([prompt, agent], {sessionId: id, agents}),
  )
  const text = projectOf(first && second ? [first, second, second] : [])
  for (const id of [
    'agent-a',
    'agent-a--bbbbbbbb',
    'agent-a--bbbbbbbb-3',
    'turn-1--bbbbbbbb',
    'session-bbbbbbbb-2',
  ])
    expect(text.split(`<a id="${id}"></a>`), id).toHaveLength(2)
  expect(text).toContain('- ◇ [Finder](#agent-a--bbbbbbbb)')
})

test('code in a heading is code there', () => {
  const asked = bareEntry({kind: 'prompt', title: 'User', subject: 'Why does `a_*b*` fail in *c*?'})
  expect(renderMarkdownSession(markdownSession([asked]), bare)).toContain(
    '## Why does `a_*b*` fail in \\*c\\*?',
  )
})

test('an index lists projects and sessions, the newest first', () => {
  const card = (title: string, endedAt: number, archived = false): ProjectCard['sessions'][number] => ({
    sessionId: title,
    title,
    firstPrompt: 'Do *it*',
    cwd: '/work',
    gitBranch: undefined,
    startedAt: endedAt,
    endedAt,
    models: [],
    tokens: undefined,
    cost: {usd: 1, from: 'computed'},
    turns: 1,
    toolCalls: 0,
    errors: 0,
    agents: 0,
    href: `${title}.md`,
    isArchivedOnly: archived,
  })
  const projects: readonly ProjectCard[] = [
    {name: 'old', href: undefined, sessions: [card('a', 1e12)]},
    {name: 'new', href: 'new/index.md', sessions: [card('b', 2e12), card('c', 3e12, true)]},
  ]
  expect(renderMarkdownIndex(projects, timed)).toBe(`# Sessions

3 sessions in 2 projects

## [new](new/index.md)

- **[c](c.md)** (archived)\\
  2065-01-24 05:20 · 1 turn · ≈ $1.00\\
  › Do \\*it\\*
- **[b](b.md)**\\
  2033-05-18 03:33 · 1 turn · ≈ $1.00\\
  › Do \\*it\\*

## old

- **[a](a.md)**\\
  2001-09-09 01:46 · 1 turn · ≈ $1.00\\
  › Do \\*it\\*
`)
})
