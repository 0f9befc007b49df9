import {createHash} from 'node:crypto'
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {lintSource} from '@secretlint/core'
import {creator} from '@secretlint/secretlint-rule-preset-recommend'
import {afterAll, describe, expect, test} from 'vitest'
import {redactText} from '../../src/page/index.ts'
import {slackLevels} from '../../src/render/slack/index.ts'
import {recordings} from '../support/conversation/recordings.ts'
import {
  assistantResponse,
  promptRecord,
  textBlock,
  toolResult,
  toolUse,
} from '../support/conversation/test-conversation.ts'
import {fc} from '../support/fc.ts'
import {plantCredentials, plantShortCredentials} from '../support/hostile/credentials.ts'
import {recount} from '../support/program.ts'

const small = 'abcdefghijklmnopqrstuvwxyz'
const capitals = small.toUpperCase()
const digits = '0123456789'
const drawn = (characters: string, length: number) =>
  fc
    .array(fc.constantFrom(...characters), {minLength: length, maxLength: length})
    .map((all) => all.join(''))
    .filter(
      (text) => new Set(text).size >= Math.min(8, length / 2) && /\d/.test(text) && !/[a-z]{9}/.test(text),
    )
const any = (length: number) => drawn(small + capitals + digits, length)

/** Each kind that the scanner knows in a text, put together here so this file is not taken for a leak. */
const kinds: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'AWS secret': any(40).map((key) => `${'AWS_SECRET'}_ACCESS_KEY=${key}`),
  'AWS secret in JSON': any(40).map((key) => `{"${'aws_secret'}_access_key": "${key}"}`),
  'AWS secret in YAML': any(40).map((key) => `profile:\n  ${'secret'}AccessKey: ${key}\n`),
  'npm token': any(36).map((id) => `${'np'}m_${id}`),
  'Slack token': any(24).map((id) => `${'xox'}b-123456789012-${id}`),
  'Slack app token': any(24).map((id) => `${'xa'}pp-1-A012345678-123456789012-${id}`),
  'password in an address': any(12).map((key) => `https://ada:${key}@shop.test`),
  'OpenAI key': fc.tuple(any(20), any(20)).map(([a, b]) => `${'sk'}-${a}T3BlbkFJ${b}`),
  'OpenAI project key': fc.tuple(any(58), any(58)).map(([a, b]) => `${'sk'}-proj-${a}T3BlbkFJ${b}`),
  'Anthropic key': any(93).map((id) => `${'sk'}-ant-api03-${id}AA`),
  'Linear key': any(40).map((id) => `${'lin'}_api_${id}`),
  'private key': any(300).map(
    (id) => `-----${'BEGIN'} RSA PRIVATE KEY-----\nMI${id}\n-----${'END'} RSA PRIVATE KEY-----`,
  ),
  'SendGrid key': fc.tuple(any(22), any(43)).map(([a, b]) => `${'S'}G.${a}.${b}`),
  'Shopify token': drawn('abcdef0123456789', 32).map((id) => `${'shp'}at_${id}`),
  'GitHub token': any(36).map((id) => `${'gh'}p_${id}`),
  'GitHub fine-grained token': any(82).map((id) => `${'github'}_pat_${id}`),
  'MongoDB address': any(12).map((key) => `mongodb+srv://ada:${key}@db.example/shop`),
  'MySQL address': any(12).map((key) => `mysql://ada:${key}@db.example:3306/shop`),
  'PostgreSQL address': any(12).map((key) => `postgresql://ada:${key}@db.example/shop?sslmode=require`),
}

/** What a maintained scanner finds in a text. */
async function findings(content: string): Promise<readonly string[]> {
  const {messages} = await lintSource({
    source: {content, filePath: 'text.txt', ext: '.txt', contentType: 'text'},
    options: {config: {rules: [{id: creator.meta.id, rule: creator}]}, noPhysicFilePath: true},
  })
  return messages.map(({message}) => message)
}

describe('a maintained scanner', () => {
  for (const [kind, secrets] of Object.entries(kinds)) {
    test(`knows the ${kind}, and finds it no more when it was redacted`, async () => {
      await fc.assert(
        fc.asyncProperty(secrets, async (secret) => {
          const text = `It said:\n${secret}\nand went on.`
          expect(await findings(text)).not.toEqual([])
          expect(await findings(redactText(text))).toEqual([])
        }),
        {numRuns: 40},
      )
    })
  }

  test('finds nothing in recorded sessions when they were redacted', async () => {
    const found: string[] = []
    for (const {name, streams, transcripts} of recordings) {
      for (const {path} of [...streams, ...transcripts]) {
        const messages = await findings(redactText(readFileSync(path, 'utf8')))
        found.push(...messages.map((message) => `${name}: ${message}`))
      }
    }
    expect(found).toEqual([])
  })
})

describe('nothing of a credential reaches Slack', () => {
  const temp = mkdtempSync(join(tmpdir(), 'recount-redaction-'))
  afterAll(() => rmSync(temp, {recursive: true, force: true}))
  const credentials = [...plantCredentials(11), ...plantShortCredentials(11)]

  /** A session that has the text in a prompt, an answer, a command, its output and the input of an unknown tool. */
  const sessionWith = (texts: readonly string[]): string => {
    const path = join(temp, 'session.jsonl')
    const records = texts.flatMap((each, index) => [
      promptRecord(`Use ${each} for it.`),
      assistantResponse(
        `a${index}`,
        textBlock(`I use ${each} now.`),
        toolUse(`b${index}`, 'Bash', {command: `run ${each}`, description: `Runs ${each}`}),
        toolUse(`c${index}`, 'Something', {setting: each, deep: {list: [`one\t${each}`]}}),
      ),
      toolResult(`b${index}`, `done:\n${each}\n`),
      toolResult(`c${index}`, JSON.stringify({said: `one\n${each}\ntwo`}), true),
    ])
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    return path
  }

  test.each(slackLevels)('at level %s', (level) => {
    const path = sessionWith(credentials.map((credential) => credential.text))
    const {stdout, status} = recount(['slack', path, '--dry-run', '--slack-level', level], {home: temp})
    expect(status).toBe(0)
    const left = credentials.filter(({secrets}) =>
      secrets.some((secret) => stdout.includes(secret) || stdout.includes(secret.slice(0, 20))),
    )
    expect(left.map(({template}) => template)).toEqual([])
  })

  test('where a long text is cut inside of one', () => {
    const keyOf = (number: number): string =>
      createHash('sha512').update(`key ${number}`).digest('hex').slice(0, 36)
    const keys = Array.from({length: 4000}, (_, number) => `${'gh'}p_${keyOf(number)}`)
    const path = sessionWith([
      ...[0, 31, 60, 64, 75, 90, 120, 180, 220].map((room) => `${'x'.repeat(room)} ${keys[room]} end`),
      keys.join(' '),
      keys.join('\n'),
      keys.join(` ${'y'.repeat(30)} `),
    ])
    for (const level of slackLevels) {
      const {stdout} = recount(['slack', path, '--dry-run', '--slack-level', level], {home: temp})
      expect(stdout).toContain('[redacted: GitHub token]')
      expect(keys.filter((_, number) => stdout.includes(keyOf(number).slice(0, 8)))).toEqual([])
    }
  })
})
