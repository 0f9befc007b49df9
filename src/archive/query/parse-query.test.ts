import {describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {isMistake, parseQuery, type Query, type QueryContext, showMistake} from './index.ts'

const asked: QueryContext = {now: Date.parse('2026-11-16T10:30:00Z'), zone: 'Europe/Berlin'}

/** The terms of a query without their places, by alternatives. */
function read(text: string): readonly (readonly object[])[] {
  const query = parsed(text)
  return query.alternatives.map((terms) => terms.map(({at: _, ...term}) => term))
}

function parsed(text: string): Query {
  const query = parseQuery(text, asked)
  if (isMistake(query)) throw new Error(showMistake(text, query))
  return query
}

function mistakeIn(text: string): string {
  const query = parseQuery(text, asked)
  return isMistake(query) ? showMistake(text, query) : 'no mistake'
}

const text = (wanted: string, more: object = {}): object => ({
  type: 'text',
  text: wanted,
  prefix: false,
  not: false,
  ...more,
})

describe('text to look for', () => {
  const wanted: Readonly<Record<string, object>> = {
    word: text('word'),
    foo_bar: text('foo_bar'),
    '--flag': text('--flag'),
    '->': text('->'),
    'src/a.ts': text('src/a.ts'),
    '/home/user/a.ts': text('/home/user/a.ts'),
    '/tmp': text('/tmp'),
    TS2345: text('TS2345'),
    中文: text('中文'),
    'http://localhost:3000': text('http://localhost:3000'),
    'std::vector': text('std::vector'),
    'node:fs': text('node:fs'),
    'Error:': text('Error:'),
    '12:30': text('12:30'),
    'a<b': text('a<b'),
    'C:\\a': text('C:\\a'),
    '"two words"': text('two words'),
    '"say \\"hi\\" \\\\ \\n"': text('say "hi" \\ \\n'),
    '"-x"': text('-x'),
    '"OR"': text('OR'),
    or: text('or'),
    'pre*': text('pre', {prefix: true}),
    'src/arch*': text('src/arch', {prefix: true}),
    '"two wor"*': text('two wor', {prefix: true}),
    '-not': text('not', {not: true}),
    '-"not this"': text('not this', {not: true}),
    '-pre*': text('pre', {not: true, prefix: true}),
  }
  for (const [query, term] of Object.entries(wanted)) test(query, () => expect(read(query)).toEqual([[term]]))
})

describe('regular expressions', () => {
  const regex = (source: string, flags = '', not = false): object => ({type: 'regex', source, flags, not})
  test('end at the first free slash', () => expect(read('/TS\\d+/')).toEqual([[regex('TS\\d+')]]))
  test('have flags', () => expect(read('/a b/im')).toEqual([[regex('a b', 'im')]]))
  test('hold slashes in classes and behind backslashes', () =>
    expect(read('/a[/]b\\/c/ d')).toEqual([[regex('a[/]b\\/c'), text('d')]]))
  test('can be turned round', () => expect(read('-/x/')).toEqual([[regex('x', '', true)]]))
})

describe('fields', () => {
  test('take one value or any of several, with stars, in quotes or not', () =>
    expect(read('tool:Bash,mcp__* file:"a, b*",c project:x')).toEqual([
      [
        {type: 'tool', values: [['Bash'], ['mcp__', '']], not: false},
        {type: 'file', values: [['a, b*'], ['c']], not: false},
        {type: 'project', values: [['x']], not: false},
      ],
    ]))
  test('can be turned round', () =>
    expect(read('-kind:thinking,Result -error:yes')).toEqual([
      [
        {type: 'kind', kinds: ['thinking', 'result'], not: true},
        {type: 'error', failed: true, not: true},
      ],
    ]))
  test('of names', () =>
    expect(read('branch:main model:opus agent:* session:5e55')).toEqual([
      [
        {type: 'branch', values: [['main']], not: false},
        {type: 'model', values: [['opus']], not: false},
        {type: 'agent', values: [['', '']], not: false},
        {type: 'session', values: [['5e55']], not: false},
      ],
    ]))
  test('of times are moments in the time zone of the user', () =>
    expect(read('after:2026-11-01 before:"last week"')).toEqual([
      [
        {type: 'after', time: Date.parse('2026-10-31T23:00:00Z'), not: false},
        {type: 'before', time: Date.parse('2026-11-08T23:00:00Z'), not: false},
      ],
    ]))
  test('of costs compare, with or without a colon', () =>
    expect(read('cost>1.50 cost:<=$2 cost<.5')).toEqual([
      [
        {type: 'cost', is: '>', dollars: 1.5, not: false},
        {type: 'cost', is: '<=', dollars: 2, not: false},
        {type: 'cost', is: '<', dollars: 0.5, not: false},
      ],
    ]))
})

test('OR separates alternatives', () =>
  expect(read('a b OR c OR -d')).toEqual([[text('a'), text('b')], [text('c')], [text('d', {not: true})]]))

test('nothing asks for everything', () => expect(read('  ')).toEqual([[]]))

test('each term has its position', () =>
  expect(parsed('a  -tool:"B c" d*').alternatives[0]?.map(({at}) => [at.start, at.end])).toEqual([
    [0, 1],
    [3, 14],
    [15, 17],
  ]))

describe('a mistake is shown with a caret under it', () => {
  const mistakes: readonly string[][] = [
    ['say "hello', '    ^', 'This quote is never closed.'],
    ['a ""', '  ^^', 'These quotes are empty.'],
    ['中文 "', '     ^', 'This quote is never closed.'],
    ['x /a(/i', '  ^^^^^', 'Invalid regular expression: Unterminated group.'],
    [
      'kind:prompt,promt',
      '            ^^^^^',
      'Unknown kind. Use one of prompt, answer, thinking, call, result, command, output, summary, notice, hook, system, other.',
    ],
    ['error:maybe', '      ^^^^^', 'Use `error:yes` or `error:no`.'],
    [
      'after:last week',
      '      ^^^^',
      'Not a date. Try 2026-01-31, 2026-01-31T14:00, 2026-01, today, yesterday, 3d, 12h, "last week".',
    ],
    [
      'after:2026-02-30',
      '      ^^^^^^^^^^',
      'Not a date. Try 2026-01-31, 2026-01-31T14:00, 2026-01, today, yesterday, 3d, 12h, "last week".',
    ],
    ['after:1d,2d', '         ^^', 'Only one value is allowed here.'],
    ['cost:5', '     ^', 'A cost needs a comparison in dollars, as in `cost>1.50` or `cost<0.1`.'],
    [
      'tool: Bash',
      '^^^^^',
      '`tool:` needs a value, as in `tool:Bash`. Put it in quotes to search for the text.',
    ],
    ['tool:Bash,,Read', '          ^', 'A value is missing here.'],
    [
      'projct:x',
      '^^^^^^^',
      'Unknown field `projct:`. Did you mean `project:`? Put it in quotes to search for the text.',
    ],
    [
      'since:1d',
      '^^^^^^',
      'Unknown field `since:`. Did you mean `after:`? Put it in quotes to search for the text.',
    ],
    [
      'a*b',
      ' ^',
      'A `*` is only allowed at the end of a word. Put the text in quotes, or use a /regular expression/.',
    ],
    [
      '*',
      '^',
      'A `*` is only allowed at the end of a word. Put the text in quotes, or use a /regular expression/.',
    ],
    [
      'a - b',
      '  ^',
      'A `-` goes right before a term to exclude. Put it in quotes to search for the character.',
    ],
    ['OR a', '^^', '`OR` goes between two search terms. Put it in quotes to search for the word.'],
    ['a OR', '  ^^', '`OR` goes between two search terms. Put it in quotes to search for the word.'],
  ]
  for (const [query = '', ...shown] of mistakes)
    test(query, () => expect(mistakeIn(query)).toBe([query, ...shown].join('\n')))
})

test('any text is a query or a mistake inside of it', () => {
  const piece = fc.constantFrom(
    '"',
    '/',
    '-',
    '*',
    ':',
    ',',
    ' ',
    'OR',
    'tool',
    'cost',
    '>',
    'after',
    'error',
    'kind',
    '[',
    '\\',
    '(',
    'a',
    '中',
    '\n',
    '3d',
  )
  const queries = fc.oneof(
    fc.string({unit: 'binary'}),
    fc.array(piece, {maxLength: 20}).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(queries, (query) => {
      const result = parseQuery(query, asked)
      const spans = isMistake(result) ? [result.at] : result.alternatives.flat().map(({at}) => at)
      for (const {start, end} of spans) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(start).toBeLessThanOrEqual(query.length)
      }
      if (isMistake(result)) expect(showMistake(query, result).split('\n')).toHaveLength(3)
    }),
    {numRuns: 2000},
  )
})
