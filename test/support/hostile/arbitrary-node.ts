import type {JsonValue} from '../../../src/model/index.ts'
import type {Field, Node} from '../../../src/page/index.ts'
import {fc} from '../fc.ts'
import {xssVectors} from './xss-vectors.ts'

const esc = '\u001b'

/** Pieces that mean something to Markdown, HTML, terminals or addresses. */
const pieces: readonly string[] = [
  ...'<>&"\'`*_~#|-+=[](){}!\\:;/@\n\r\t\0 '.split(''),
  ...['**', '~~', '```', '```js\n', '> ', '- [x] ', '1. ', '# ', '| a | b |\n|--:|:-:|\n| ', '---\n', '\n\n'],
  ...[
    '[a](',
    '![a](',
    '](javascript:alert(1))',
    '<https://a.example>',
    'https://a.example/?a="b\'c`',
    ')',
    '[a]: x',
  ],
  ...[
    'javascript:',
    'data:text/html,',
    'JaVa\tScript:',
    '//evil.example',
    '\\\\evil.example',
    'mailto:a@b.c',
  ],
  ...['<script>', '</pre>', '</code>', '<!--', '-->', ']]>', '&lt;', '&#x3c;', '" onclick="x', "' style='x"],
  ...[
    `${esc}[31m`,
    `${esc}[48;2;1;2;3m`,
    `${esc}[7m`,
    `${esc}]8;;https://a.example\u0007`,
    `${esc}[2K`,
    '\b',
    '\u009b1m',
  ],
  ...[
    `${esc}]8;;javascript:x${esc}\\`,
    `${esc}[38;5;300m`,
    '\u202e',
    '\ud800',
    '\udc00',
    'é',
    '漢',
    '🙂',
    'word',
    'a.ts:3',
  ],
  ...['key: value\n', '1a2b3c4', 'title: "a"\n', '\u2028', '/home/dev/a b.ts:1'],
]

/** A text that must do nothing, wherever it is shown. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), {maxLength: 24}).map((parts) => parts.join('')),
  fc.constantFrom(...xssVectors.map((vector) => vector.text)),
  fc.string({unit: 'binary', maxLength: 20}),
)

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, {nil: undefined})
const lineNumber = maybe(fc.oneof(fc.nat(20_000), fc.double()))

const json: fc.Arbitrary<JsonValue> = fc.letrec<{value: JsonValue}>((tie) => ({
  value: fc.oneof(
    {maxDepth: 4},
    hostileText,
    fc.constantFrom<JsonValue[]>(null, true, 1.5, -0),
    fc.array(tie('value'), {maxLength: 4}),
    fc.dictionary(hostileText, tie('value'), {maxKeys: 4}),
  ),
})).value

const roles: readonly Field['role'][] = ['command', 'file', 'url', 'prompt', 'model', 'setting', 'query']

const leaf: fc.Arbitrary<Node> = fc.oneof(
  fc.record({kind: fc.constant('prose' as const), markdown: hostileText}),
  fc.record({
    kind: fc.constant('text' as const),
    text: hostileText,
    tone: fc.constantFrom('plain' as const, 'dim' as const, 'error' as const),
  }),
  fc.record({
    kind: fc.constant('ansi' as const),
    text: hostileText,
    tone: fc.constantFrom('plain' as const, 'error' as const),
  }),
  fc.record({
    kind: fc.constant('code' as const),
    code: hostileText,
    language: maybe(fc.oneof(hostileText, fc.constant('markdown'))),
    firstLine: lineNumber,
  }),
  fc.record({
    kind: fc.constant('diff' as const),
    path: maybe(hostileText),
    hunks: fc.array(
      fc.record({
        lines: fc.array(
          fc.record({
            sign: fc.constantFrom(' ' as const, '+' as const, '-' as const),
            text: hostileText,
            oldLine: lineNumber,
            newLine: lineNumber,
          }),
          {maxLength: 6},
        ),
      }),
      {maxLength: 2},
    ),
  }),
  fc.record({
    kind: fc.constant('fields' as const),
    fields: fc.array(fc.record({role: fc.constantFrom(...roles), label: hostileText, value: hostileText}), {
      maxLength: 4,
    }),
  }),
  fc.record({
    kind: fc.constant('table' as const),
    head: fc.array(hostileText, {maxLength: 3}),
    rows: fc.array(fc.array(hostileText, {maxLength: 3}), {maxLength: 3}),
  }),
  fc.record({
    kind: fc.constant('todo' as const),
    items: fc.array(
      fc.record({
        text: hostileText,
        status: fc.constantFrom('pending', 'in-progress', 'completed', 'cancelled'),
        priority: maybe(hostileText),
      }),
      {maxLength: 3},
    ),
  }),
  fc.record({
    kind: fc.constant('choice' as const),
    question: hostileText,
    choices: fc.array(
      fc.record({label: hostileText, description: maybe(hostileText), chosen: fc.boolean()}),
      {maxLength: 3},
    ),
  }),
  fc.record({
    kind: fc.constant('image' as const),
    alt: hostileText,
    source: fc.oneof(
      fc.record({kind: fc.constant('url' as const), url: hostileText}),
      fc.record({kind: fc.constant('file' as const), fileId: hostileText}),
      fc.record({kind: fc.constant('base64' as const), mediaType: hostileText, data: hostileText}),
      fc.record({kind: fc.constant('text' as const), mediaType: hostileText, text: hostileText}),
      fc.record({kind: fc.constant('unknown' as const), value: json}),
    ),
  }),
  fc.record({kind: fc.constant('link' as const), url: hostileText, text: hostileText}),
  fc.record({
    kind: fc.constant('note' as const),
    level: fc.constantFrom('info', 'success', 'warning', 'error'),
    text: hostileText,
  }),
  fc.record({kind: fc.constant('raw' as const), value: json}),
)

/** Any node, hostile in every field. */
export const arbitraryNode: fc.Arbitrary<Node> = fc.letrec<{node: Node}>((tie) => ({
  node: fc.oneof(
    {maxDepth: 3},
    leaf,
    fc.record({
      kind: fc.constant('group' as const),
      title: hostileText,
      nodes: fc.array(tie('node'), {maxLength: 3}),
      isCollapsed: fc.boolean(),
    }),
  ),
})).node
