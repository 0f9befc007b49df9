import {describe, expect, test, vi} from 'vitest'
import {plantCredentials, plantShortCredentials} from '../../../test/support/hostile/credentials.ts'
import {namedSecretRules} from './named-secret-rules.ts'
import {redactText} from './redact-text.ts'
import {tokenRules} from './token-rules.ts'

const esc = '\u001b'

/** What can be before and after a credential. */
const contexts: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'the complete text': ['', ''],
  'the start of a line': ['one\n', '\ntwo'],
  'a quote': ['say "', '" now'],
  'a single quote': ["say '", "' now"],
  'an equals sign': ['x=', ' y'],
  'a colon': ['found: ', ', and more'],
  'an escaped line end': ['{"text":"one\\n', '\\ntwo"}'],
  'an escaped tab': ['{"text":"one\\t', '\\ttwo"}'],
  'an escaped line end in JSON inside JSON': ['"{\\"text\\":\\"one\\\\n', '\\\\ntwo\\"}"'],
  'an escaped character': ['{"text":"\\u003e', '\\u003c"}'],
  'a letter': ['one x', ' two'],
  'a digit': ['one 7', ' two'],
  'an underscore': ['one_', ' two'],
  'an address': ['https://shop.test/?one=', '&two=2'],
  'an escape of an address': ['https://shop.test/?one%3D', '&two=2'],
  'a colour': [`${esc}[32m`, `${esc}[0m two`],
  'bold in Slack': ['one *', '* two'],
  'italics in Slack': ['one _', '_ two'],
  'struck out in Slack': ['one ~', '~ two'],
  'code in Slack': ['one `', '` two'],
  'a code block in Slack': ['```\n', '\n```'],
  'a link in Slack': ['<https://shop.test|', '> two'],
  HTML: ['<b>', '</b>'],
  'the end of a sentence': ['It is ', '. Then'],
  brackets: ['one (', ') two'],
}

const joined = [
  'a letter',
  'a digit',
  'an underscore',
  'an address',
  'italics in Slack',
  'an escape of an address',
]

/** A password without quotes can end with any mark, so the mark after it is hidden with it. */
const follows = (template: string, after: string): string =>
  /(?:=|setx API_KEY |password )\{[A-Za-z]\d*\}$/.test(template) ? after.replace(/^[*_~.)]/, '') : after

describe('a credential is hidden and what is around it stays', () => {
  for (const [context, [before, after]] of Object.entries(contexts)) {
    test(`in ${context}`, () => {
      const wrong: string[] = []
      for (const seed of [1, 2, 3]) {
        const short = joined.includes(context) ? [] : plantShortCredentials(seed)
        for (const {template, text, secrets} of [...plantCredentials(seed), ...short]) {
          const shown = redactText(before + text + after)
          if (secrets.some((secret) => shown.includes(secret))) wrong.push(`${template} is left: ${shown}`)
          else if (!shown.startsWith(before) || !shown.endsWith(follows(template, after)))
            wrong.push(`${template} takes more: ${shown}`)
        }
      }
      expect(wrong).toEqual([])
    })
  }
  test('in JSON, and in JSON inside JSON', () => {
    const wrong: string[] = []
    for (const {template, text, secrets} of plantCredentials(4)) {
      for (const outer of [JSON.stringify({text}), JSON.stringify(JSON.stringify({text}))]) {
        const shown = redactText(outer)
        if (secrets.some((secret) => shown.includes(secret))) wrong.push(`${template} is left: ${shown}`)
        else {
          const inner: unknown = JSON.parse(shown)
          if (typeof inner === 'string') JSON.parse(inner)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('what only looks alike stays', () => {
  const hash = '6306d08f5b3c9d2e1a4f7b8c9d0e1f2a3b4c5d6e'
  const blob =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  test.each([
    hash,
    `commit ${hash}${hash.slice(0, 24)}`,
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '3ae4c46c-5b1f-4c0e-9d3a-2f1e0d9c8b7a',
    'task-3ae4c46c-5b1f-4c0e-9d3a-2f1e0d9c8b7a',
    'disk-0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    'task-01HZX3K9Q2V7B8N4M6T5R1W0YC',
    `"integrity": "sha512-${'aB3+/x9Z'.repeat(10)}5Q=="`,
    `data:image/png;base64,${blob}`,
    'mnEAACAASURBVA96W9rtmCdyyCGHHHLIIQcjOPKcWG0f7NNCBcX6z6EfBaQRxF1UW9dEhdWNZBbFxDPGxjQas12a3Cv4pXy+W0/8gh3uKw',
    'CAvTkJVTEZTK1RpbWVzTmV3Um9tYW5NUwovRm9udERlc2NyaXB0b3IgODUgMCBSIC9XaWR0aHMgODYgMCBSIC9GaXJzdENoYXIgMzIg',
    'AAAAAAAGPAAAAKAAAAY8AAAGPAALPBqAQE1UAAEAASURBVHgB7F0FvBVF239UugUEEZDuLhHF10TFxg',
    'task-list risk-based disk-usage desk-organizer ask-me-anything-about-the-project',
    'task_test_helperfunctions risk_live_updates mask_test_patternsOfSomeLength',
    'the sk-some-long-name-of-a-style-class--modifier2',
    'AKIA is how the ids of keys begin, and ASIA too',
    'EURASIAPACIFICREGIONNORTH',
    'npm_config_registry npm_lifecycle_event npm_package_version',
    'ghp_ tokens begin like this, gho_ others',
    'glpat-… and xoxb-… are prefixes',
    'hf_hub_download shelf_organizer_for_all_of_the_books',
    'MSG.something.other this.SG.props',
    'eyJ is how a token begins, eyJhbGciOiJIUzI1NiJ9 is a header',
    'function t(e){return e.token=n,e.key-a,r.secret&&(o.password=i)}',
    'const password = await readPassword()',
    'password=args.password, token=self.token',
    'token: process.env.GITHUB_TOKEN',
    '"passwordHash": "abc", "tokenCount": "1200"',
    'max_token=4096&page_token=2',
    '{"apiKeySource":"ANTHROPIC_API_KEY","output_style":"default"}',
    '{"name": "MAX_KEY", "value": "eleven"}',
    'export PWD=/home/ada OLDPWD=/tmp',
    'git push -u origin main:main',
    'docker run -u 1000:1000 -p 8080:80 shop',
    'mysql -u ada -p shop',
    'https://shop.test:8080/a@b',
    'https://unpkg.com/lodash@4.17.21/lodash.js',
    'git@github.com:ada/shop.git',
    'http://localhost:3000\\nmail ada@shop.test',
    'Cookie: theme=dark; lang=en',
    'See https://hooks.slack.com/services/ for how.',
    'us-east-1 eu-west-2 abcdef0123456789-us-east-1',
    'Bearer tokens are sent in a header',
    '/usr/share/keys/key-management-and-rotation/index.html',
    'msg_01AbCdEfGhIjKlMnOpQrStUv toolu_01AbCdEfGhIjKlMnOpQrStUv req_011CQabcdEFGHijkl',
    'src/components/authorization/token-based-authentication.test.tsx:120:29',
    'QmFzZTY0IGlzIG5vdCBhIHNlY3JldCBieSBpdHNlbGYgYW5kIHN0YXlzIGFzIGl0IGlz',
    '"author": "ada", "auth": "none"',
    '{marker:r,length:0,token:e.tokens.length-1,end:-1}',
    '{name:"PASS",value:"passed",priority:1}',
    '"rule-no-kind-secret": "11.7.1"',
  ])('%s', (text) => expect(redactText(text)).toBe(text))
})

describe('the work follows the length of the text', () => {
  const rules = [...tokenRules, ...namedSecretRules]
  test('no rule repeats without a bound', () => {
    const unbounded = rules.filter(({rest}) =>
      /[*+]|\{\d+,\}/.test(rest.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')),
    )
    expect(unbounded).toEqual([])
  })
  test('a long text of any start, or of what leads to a refusal, tries each rule a few times for each start', () => {
    const exec = vi.spyOn(RegExp.prototype, 'exec')
    try {
      const starts = [...new Set(rules.flatMap(({starts: all}) => all))]
      const most: Record<string, number> = {}
      for (const part of [
        ...starts,
        'A_KEY=',
        'password=a1b2!',
        '"token":"',
        'sk-a1-',
        'eyJ.eyJ',
        ' curl -u a:',
      ]) {
        const text = part.repeat(4_000 / part.length)
        exec.mockClear()
        redactText(text)
        const tried = exec.mock.calls.length / text.length
        if (tried > 6) most[part] = tried
      }
      expect(most).toEqual({})
    } finally {
      exec.mockRestore()
    }
  })
})
