import {describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {entryOf} from '../../../test/support/pages/entry.ts'
import {isJsonObject} from '../../model/index.ts'
import {mapEntryText} from '../map-text.ts'
import {redactText} from './redact-text.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const of = (characters: string, length: number) =>
  fc
    .array(fc.constantFrom(...characters), {minLength: length, maxLength: length})
    .map((drawn) => drawn.join(''))
/** A secret that is drawn by lot has letters and digits; one in a million has not. */
const random = (length: number) =>
  of(letters, length).filter(
    (text) => new Set(text).size >= 12 && /\d/.test(text) && !/[A-Z]?[a-z]{9}/.test(text),
  )
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** One credential of each kind, assembled here, because scanners would report this file as a leak. */
const kinds: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'AWS key': of(capitals, 16).map((id) => `AKIA${id}`),
  'GitHub token': random(36).map((id) => `${'gh'}p_${id}`),
  'GitHub fine-grained token': random(82).map((id) => `${'github'}_pat_${id}`),
  'GitLab token': random(20).map((id) => `${'gl'}pat-${id}`),
  'Slack token': random(24).map((id) => `${'xox'}b-123456789012-123456789012-${id}`),
  'Slack webhook': random(24).map((id) => `https://hooks.slack.com/${'services'}/T00000000/B00000000/${id}`),
  'Anthropic key': random(93).map((id) => `${'sk-'}ant-api03-${id}AA`),
  'OpenAI key': random(48).map((id) => `${'sk-'}${id}`),
  'OpenAI project key': random(48).map((id) => `${'sk-'}proj-${id}`),
  'Google key': random(35).map((id) => `${'AI'}za${id}`),
  'Stripe key': random(24).map((id) => `${'sk'}_live_${id}`),
  'npm token': random(36).map((id) => `${'npm'}_${id}`),
  'JSON web token': random(40).map(
    (id) => `${'ey'}JhbGciOiJIUzI1NiJ9.${'ey'}JzdWIiOiIxMjM0NTY3ODkwIn0.${id}`,
  ),
}

const quiet = fc.string({maxLength: 60}).filter((text) => !/[\w/+.-]$/.test(text))

describe('what looks like a credential is not shown', () => {
  for (const [kind, secrets] of Object.entries(kinds)) {
    test(`${kind}, in any context`, () => {
      fc.assert(
        fc.property(
          quiet,
          secrets,
          fc.constantFrom('', ' ', '\n', '"', "'", '`', ',', ')', '</b>'),
          (before, secret, after) => {
            const shown = redactText(`${before}${secret}${after}`)
            expect(shown).not.toContain(secret)
            expect(shown).not.toContain(secret.slice(-12))
            expect(shown).toContain('[redacted: ')
          },
        ),
        {numRuns: 200},
      )
    })
  }
  test('a private key of many lines, also if its end is missing', () => {
    const body = Array.from(
      {length: 20},
      (_, row) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ${row}`,
    ).join('\n')
    const key = (word: string) =>
      `-----BEGIN ${word}PRIVATE KEY-----\n${body}\n-----END ${word}PRIVATE KEY-----`
    for (const word of ['', 'RSA ', 'OPENSSH ', 'EC ', 'ENCRYPTED '])
      expect(redactText(`before\n${key(word)}\nafter`)).toBe('before\n[redacted: private key]\nafter')
    expect(redactText(key('').replace(/-----END.*/, ''))).toBe('[redacted: private key]\n')
    expect(redactText(JSON.stringify({key: key('')}))).toBe('{"key":"[redacted: private key]"}')
  })
  test.each([
    ['postgres://ada:s3cr3t-pw@db.example/shop', 'postgres://ada:[redacted: password]@db.example/shop'],
    ['https://x-access-token:abc123def@host/r.git', 'https://x-access-token:[redacted: password]@host/r.git'],
    ['DB_PASSWORD=hunter22', 'DB_PASSWORD=[redacted: credential]'],
    ['export API_KEY="a1b2c3d4e5"', 'export API_KEY="[redacted: credential]"'],
    [
      "AWS_SECRET_ACCESS_KEY='wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzKEY1'",
      "AWS_SECRET_ACCESS_KEY='[redacted: credential]'",
    ],
    [`DB_PASSWORD="it's hunter22"`, 'DB_PASSWORD="[redacted: credential]"'],
    [`{"password": "it's-hunter22"}`, '{"password": "[redacted: credential]"}'],
    ['password: hunter22!', 'password: [redacted: credential]'],
    ['{"password": "hunter22!"}', '{"password": "[redacted: credential]"}'],
    ['{\\"client_secret\\": \\"a8f3Kd02jf9s\\"}', '{\\"client_secret\\": \\"[redacted: credential]\\"}'],
    ["const apiKey = 'f81Kd02jf9s7Qm3xPz'", "const apiKey = '[redacted: credential]'"],
    ['mysql --password=hunter22 shop', 'mysql --password=[redacted: credential] shop'],
    [
      'curl -H "Authorization: Bearer f81Kd02jf9s7Qm3xPz"',
      'curl -H "Authorization: Bearer [redacted: authorization]"',
    ],
    ['authorization: Basic YWRhOmh1bnRlcjIyMTIz', 'authorization: Basic [redacted: authorization]'],
  ])('%s', (given, shown) => expect(redactText(given)).toBe(shown))
  test('a secret inside of what is none', () => {
    const token = `${'gh'}p_${'aB3dE6gH9j'.repeat(4)}`
    expect(redactText(`URL=https://x:${token}@github.com`)).not.toContain(token)
    expect(redactText(`GREETING=${token}`)).toBe('GREETING=[redacted: GitHub token]')
  })
  test('a value that is separate from its name', () => {
    const entry = mapEntryText(
      entryOf({
        kind: 'tool',
        asked: [
          {kind: 'raw', value: {user: 'ada', password: 'hunter22!', deep: [{token: 'f81Kd02jf9s7Qm3xPz'}]}},
          {kind: 'fields', fields: [{role: 'setting', label: 'Password', value: 'hunter22!'}]},
        ],
      }),
      redactText,
    )
    expect(JSON.stringify(entry)).not.toMatch(/hunter22|f81Kd/)
    const [raw] = entry.asked
    expect(raw?.kind === 'raw' && isJsonObject(raw.value) && raw.value['user']).toBe('ada')
  })
})

describe('everything else is shown as it is', () => {
  test.each([
    'const token = tokens[index]',
    'password: string',
    'token: process.env.TOKEN',
    'API_KEY=$API_KEY npm start',
    'API_KEY=<your key>',
    'PASSWORD=***',
    'MAX_TOKENS=4096',
    'PWD=/home/ada/project',
    'SORT_KEY=name',
    'USE_AUTH=disabled',
    'SSL_PRIVATE_KEY=/etc/ssl/private/shop.pem',
    'KEY=value',
    'the password is wrong',
    'Enter your password: ',
    'secret = None',
    'if (token === undefined) return',
    'https://example.com:8080/path@2',
    'git@github.com:ada/shop.git',
    '6306d08f5b3c9d2e1a4f7b8c9d0e1f2a3b4c5d6e',
    'msg_01AbCdEfGhIjKlMnOpQrStUv toolu_01AbCdEfGhIjKlMnOpQrStUv',
    '3ae4c46c-5b1f-4c0e-9d3a-2f1e0d9c8b7a',
    'sk-learn sk-some-long-name-of-a-style-class',
    'token: "the next token of the stream"',
    'AKIA is how the ids of keys begin',
    '-----BEGIN CERTIFICATE-----',
    'private key: -----BEGIN PRIVATE KEY----- is its first line',
  ])('%s', (text) => expect(redactText(text)).toBe(text))
})

test('a credential is known however Markdown writes its marks', () => {
  const key = ['sk', 'live', 'a1B2c3D4e5f6g7'].join('_')
  for (const mark of ['\\_', '&#95;', '&#x5F;', '&lowbar;'])
    expect(redactText(`It is ${key.replaceAll('_', mark)}.`)).toBe('It is [redacted: Stripe key].')
  expect(redactText('snake\\_case is &#95; left')).toBe('snake\\_case is &#95; left')
})

test('to redact twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.oneof(...Object.values(kinds)), (text, secret) => {
      const once = redactText(`${text} TOKEN=${secret} ${text}`)
      expect(redactText(once)).toBe(once)
    }),
  )
})
