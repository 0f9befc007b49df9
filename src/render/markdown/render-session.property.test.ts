import markdownIt, {type Token} from 'markdown-it'
import {describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {bareEntry, markdownSession, plainMarkdownOptions} from '../../../test/support/pages/markdown-page.ts'
import {type EntryKind, entryKinds, type Node, type PageEntry, sanitizeLine} from '../../page/index.ts'
import {renderMarkdownSession} from './index.ts'
import {createMarkdownContext} from './markdown-options.ts'
import {renderMarkdownProse} from './nodes/render-prose.ts'
import {escapeMarkdownLine, quietHtmlLine} from './text/escape-markdown.ts'

const esc = '\u001b'
const reader = markdownIt({html: true})

const marks = [
  '# ',
  '## ',
  '- ',
  '1. ',
  '2) ',
  '+ ',
  '* ',
  '> ',
  '>',
  '=',
  '---\n',
  '***\n',
  '___',
  '    ',
  '\t',
  ' ',
  '```\n',
  '````',
  '~~~\n',
  '~~~~',
  '```js\n',
  '`',
  '``',
  '`` ` ``',
  '**',
  '*',
  '_',
  '__',
  '~~',
  '~',
  '|',
  '|a|b|\n|-|-|\n|c|',
  '\n|-|\n',
  ':-',
  '[',
  ']',
  '](',
  '[x](http://y.z)',
  '![x](http://y.z/i.png)',
  '[x]: http://y.z\n',
  '[x][]',
  '[^1]: ',
  '[ ] ',
  '\\',
  '\\\\',
  '\\\n',
  '  \n',
  '\n',
  '\n\n',
  '\r',
  '\r\n',
  '&lt;',
  '&#35; ',
  '&#10;&#10;',
  '&#9;',
  '&amp;',
  '&',
  '<',
  '>',
  '<b>',
  '</b>',
  '</details>',
  '\n</details>\n\n',
  '</summary>',
  '<details>',
  '<!--',
  '-->',
  '<?',
  '<![CDATA[',
  '<script>',
  '<a href="javascript:x">',
  '<http://y.z>',
  '<javascript:x>',
  'javascript:x',
  '[x](javascript:y)',
  '[x](<data:text/html,y>)',
  'https://y.z/_a_*b*',
  'http://y.z).',
  '@alice ',
  '#12 ',
  ': ',
  '"',
  "'",
  '%%',
  '$',
]
const words = ['word ', 'other', 'snake_case ', '日本語', '👩‍👩‍👧 ', 'C:\\x\\y ', '10']
const controls = [
  `${esc}[31m`,
  `${esc}]0;x\u0007`,
  '\u0000',
  '\u009b1A',
  '\u202e',
  '\u2028',
  '\u200b',
  '\ud800',
]

const textOf = (pieces: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({weight: 6, arbitrary: fc.constantFrom(...pieces)}, fc.string({maxLength: 8})), {
      maxLength: 25,
    })
    .map((given) => given.join(''))
const hostile = textOf([...marks, ...marks, ...words, ...controls])

const nodeOf = (text: string): fc.Arbitrary<Node> =>
  fc.constantFrom<Node>(
    {kind: 'prose', markdown: text},
    {kind: 'prose', markdown: text},
    {kind: 'text', text, tone: 'dim'},
    {kind: 'ansi', text, tone: 'plain'},
    {kind: 'code', code: text, language: text, firstLine: 7},
    {kind: 'diff', path: text, hunks: [{lines: [{sign: '+', text, oldLine: 1, newLine: 1}]}]},
    {
      kind: 'fields',
      fields: [
        {role: 'file', label: text.slice(0, 9), value: text},
        {role: 'description', label: 'a', value: text},
        {role: 'url', label: 'b', value: text},
      ],
    },
    {kind: 'table', head: ['a', text], rows: [[text, 'b'], [text]]},
    {kind: 'todo', items: [{text, status: 'pending', priority: text.slice(0, 4)}]},
    {kind: 'choice', question: text, choices: [{label: text, description: text, chosen: true}]},
    {kind: 'image', alt: text, source: {kind: 'url', url: text}},
    {kind: 'link', url: `https://${text}`, text},
    {kind: 'link', url: text, text},
    {kind: 'group', title: text, isCollapsed: true, nodes: [{kind: 'note', level: 'info', text}]},
    {kind: 'group', title: text, isCollapsed: false, nodes: [{kind: 'prose', markdown: text}]},
    {kind: 'raw', value: {[text]: text}},
  )

const kinds = Object.keys(entryKinds) as readonly EntryKind[]

const entry: fc.Arbitrary<PageEntry> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    title: hostile,
    subject: fc.option(hostile, {nil: undefined}),
    outcome: fc.option(hostile, {nil: undefined}),
    failed: fc.boolean(),
    state: fc.constantFrom('completed', 'failed', undefined),
    prominent: fc.constantFrom('asked', undefined),
    anchor: fc.constantFrom('a', 'b', '"><script>'),
    branch: fc.constantFrom(undefined, undefined, 'left'),
    tool: hostile,
    asked: fc.array(hostile.chain(nodeOf), {maxLength: 2}),
    answered: fc.array(hostile.chain(nodeOf), {maxLength: 2}),
  } as const)
  .map((given) => bareEntry({...given, at: 1_767_362_602_000}))

const entries: fc.Arbitrary<readonly PageEntry[]> = fc.array(
  fc
    .tuple(entry, fc.array(fc.tuple(entry, fc.array(entry, {maxLength: 2})), {maxLength: 2}))
    .map(([top, below]) => ({
      ...top,
      below: below.map(([inner, lowest]) => ({...inner, below: lowest})),
    })),
  {maxLength: 3},
)

const ownTags = /<\/?(?:b|code)>|<a id="[\w-]*"><\/a>/g
const ownLine = /^(?:<details(?: open)?>|<\/details>|<summary>(.*)<\/summary>|<!-- -->)$/

/** Every token of a document, whatever it is in. */
const allTokens = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token) => [token, ...allTokens(token.children ?? [])])

function expectOwnHtml(tokens: readonly Token[]): void {
  let open = 0
  for (const {type, content} of allTokens(tokens)) {
    if (type === 'html_inline') expect(content).toMatch(/^<a id="[\w-]*">$|^<\/a>$/)
    if (type !== 'html_block') continue
    for (const line of content.trimEnd().split('\n')) {
      const match = ownLine.exec(line)
      expect(match, line).not.toBeNull()
      expect((match?.[1] ?? '').replace(ownTags, ''), line).not.toMatch(/[<>]/)
      if (line.startsWith('<details')) open += 1
      if (line === '</details>') open -= 1
      expect(open).toBeGreaterThanOrEqual(0)
    }
  }
  expect(open).toBe(0)
}

describe('whatever a transcript holds', () => {
  test('entries stay apart, the outline is ours, and no HTML is but our own', () => {
    fc.assert(
      fc.property(entries, hostile, fc.boolean(), (given, title, compact) => {
        const last = bareEntry({kind: 'answer', asked: [{kind: 'prose', markdown: 'The last words.'}]})
        const session = markdownSession([...given, last], {
          title,
          cwd: title,
          gitBranch: title,
          sessionId: title,
          continues: title,
          continuedBy: [title],
          models: [title],
          files: [{path: title, reads: 1, changes: 1, linesAdded: 1, linesRemoved: 1, anchor: 'a'}],
          agents: [{key: 'a', name: title, type: title, state: 'failed', toolCalls: 1, anchor: 'b'}],
          branches: [{id: 'left', prompt: title, records: 1, anchor: 'a', from: 'b'}],
        })
        const [turn] = session.turns
        const next = bareEntry({kind: 'prompt', subject: 'The next request'})
        const turns = turn ? [turn, {...turn, number: 2, anchor: 'turn-2', entries: [next]}] : []
        const text = renderMarkdownSession(
          {...session, turns},
          plainMarkdownOptions({compact, sessionHref: (id) => id, imageUrl: () => title}),
        )
        const [, yaml, body] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? []
        for (const line of yaml?.split('\n') ?? [])
          expect(line).toMatch(/^[a-z_]+: (?:[-\d.T:]+|"(?:[^"\\]|\\.)*"|\[.*\])$/)
        const tokens = reader.parse(body ?? '', {})
        expectOwnHtml(tokens)
        const headings = tokens.flatMap(({type, tag, level}, index) =>
          type === 'heading_open' ? [{tag, level, text: tokens[index + 1]?.content}] : [],
        )
        expect(headings.filter(({tag}) => tag === 'h1')).toHaveLength(1)
        const twos = headings.filter(({tag}) => tag === 'h2')
        expect(twos).toHaveLength(2)
        expect(twos[1]).toEqual({tag: 'h2', level: 0, text: 'The next request'})
        const spoken = tokens.find(({content}) => content === 'The last words.')
        expect(spoken?.level).toBe(1)
        for (const token of allTokens(tokens)) {
          const url = String(token.attrGet('href') ?? token.attrGet('src') ?? 'https://')
          expect(url).toMatch(/^(?:https?:|mailto:|(?![a-z][a-z\d+.-]*:|\/\/))/i)
        }
        expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u)
      }),
      {numRuns: 150},
    )
  })

  test('the front matter is plain words to a reader that knows none, and exact to one that does', () => {
    const worst = [
      '<img src=x onerror=alert(1)>',
      '<!-- ',
      '"><script>alert(1)</script>',
      '"\n---\n\n# Another page\n',
      "': [}{]\\",
      '&lt;b&gt;',
      '![x](http://y.z/i.png)[x](javascript:y)`code` **b** _e_ ~~s~~ @alice #12',
    ]
    fc.assert(
      fc.property(hostile, (text) => {
        const names = {
          title: text,
          cwd: text,
          gitBranch: text,
          sessionId: text,
          models: [text, text],
          clientVersion: text,
        }
        const written = renderMarkdownSession(markdownSession([], names), plainMarkdownOptions())
        const [head = '', yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(written) ?? []
        // Each value is JSON, and JSON is YAML.
        const facts = new Map(
          yaml.split('\n').flatMap((line) => {
            const [, name = '', value = ''] = /^([a-z_]+): (.*)$/.exec(line) ?? []
            expect(name).not.toBe('')
            return /^["[]/.test(value) ? [[name, JSON.parse(value)]] : []
          }),
        )
        const clean = sanitizeLine(text)
        for (const name of ['session', 'project', 'branch', 'client']) expect(facts.get(name)).toBe(clean)
        expect(facts.get('models')).toEqual([clean, clean])
        expect(head).not.toMatch(/[<>&`]/)
        const types = new Set(allTokens(reader.parse(head, {})).map(({type}) => type))
        const words = ['hr', 'heading_open', 'heading_close', 'inline', 'text', 'text_special', 'softbreak']
        expect([...types].filter((type) => !words.includes(type))).toEqual([])
      }),
      {numRuns: 500, examples: worst.map((text) => [text])},
    )
  })

  const plain = (source: string, html: boolean): string =>
    allTokens(markdownIt({html}).parse(source, {}))
      .map(({type, content}) =>
        ['text', 'code_inline', 'fence', 'code_block'].includes(type)
          ? content
          : type.endsWith('break')
            ? ' '
            : '',
      )
      .join(' ')
      // Emphasis within emphasis of the same kind depends on what is next to it.
      .replace(/[\s\ufffd▣*_~]/g, '')

  test('prose says what it said', () => {
    const said = textOf([...marks.filter((mark) => !/javascript|data:/.test(mark)), ...words])
    fc.assert(
      fc.property(said, (given) => {
        const source = given
          .replace(/[^\P{Cc}\n\t]|%(?=[\da-f]{2})/giu, '')
          .replace(/[a-z\d+.-]+:(?!\/\/y)|[a-z\d+.-](?=https?:)/gi, '')
          // Where a bare address ends depends on whether a character is written as itself.
          .replace(/(?<=https?:\S*)&(?=#?\w+;)/gi, '')
          // A definition that is used says nothing itself, and one that is not is text.
          .replaceAll(']:', '] :')
        const written = renderMarkdownProse(
          source,
          createMarkdownContext(plainMarkdownOptions(), undefined, 1),
        ).join('\n\n')
        expect(plain(written, true)).toBe(plain(source, false))
      }),
      {numRuns: 1500},
    )
  })

  test('no word is lost, and none has anything put into it', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}[a-z0-9]$/)
    const piece = fc.oneof(
      name.map((word) => `@${word}`),
      name.map((word) => `#${word}`),
      fc.stringMatching(/^[0-9a-f]{7,40}$/),
      name.map((word) => `claude-${word}-20250929`),
      name.map((word) => `\n\n[^${word}]: ${word}\n\n`),
      name.map((word) => `[^${word}]`),
      name.map((word) => `\n\n[${word}]: https://${word}.com\n\n`),
      fc.constantFrom('`', '**', '(', ')', '!', '.', '[a]', 'word'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.constantFrom(' ', ' ', ''))), (given) => {
        const source = given.map(([text, space]) => text + space).join('')
        const title = source.replaceAll('\n', ' ')
        const prose = renderMarkdownProse(
          source,
          createMarkdownContext(plainMarkdownOptions(), undefined, 1),
        ).join('\n\n')
        const summary = quietHtmlLine(title)
        for (const text of [prose, escapeMarkdownLine(title), summary]) expect(text).not.toContain('&#8203;')
        for (const word of source.match(/[@#]?[a-z0-9-]{2,}/g) ?? [])
          for (const text of [prose, escapeMarkdownLine(title), summary]) expect(text).toContain(word)
      }),
      {numRuns: 1000},
    )
  })

  test('what was written is written the same again', () => {
    fc.assert(
      fc.property(hostile, (source) => {
        const write = (text: string): string =>
          renderMarkdownProse(text, createMarkdownContext(plainMarkdownOptions(), undefined, 1)).join('\n\n')
        const once = write(source)
        expectOwnHtml(reader.parse(once, {}))
        expect(plain(write(once), true)).toBe(plain(once, true))
      }),
      {numRuns: 500},
    )
  })
})
