import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'

const about: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

test('the library exports these names and no others', async () => {
  const library = await import('../../src/index.ts')
  const sdk = await import('../../src/dialects/stream-json/sdk/index.ts')
  const sdkNames = Object.keys(sdk)
  expect(
    Object.keys(library)
      .filter((name) => !sdkNames.includes(name))
      .sort(),
  ).toEqual([
    'Conversation',
    'addUsage',
    'bestCost',
    'completeCost',
    'dialects',
    'inputFields',
    'isJsonObject',
    'maxUsage',
    'mergeUsage',
    'messageKinds',
    'modes',
    'noUsage',
    'readLine',
    'readLines',
    'readRecord',
    'toolRunStates',
    'usageFields',
  ])
  expect(sdkNames).toEqual(expect.arrayContaining(['parseSdkMessage', 'isSDKMessage', 'isResultMessage']))
})

test('each door of the package leads to a file that importing does not run', async () => {
  const doors = Object.entries(new Map(Object.entries(about ?? {})).get('exports') ?? {})
  expect(doors.map(([door]) => door)).toEqual([
    '.',
    './model',
    './conversation',
    './terminal',
    './html',
    './markdown',
    './slack',
    './sources',
    './archive',
    './server',
    './store',
    './sdk',
    './package.json',
  ])
  for (const [door, target] of doors) {
    if (door === './package.json') continue
    const path = new Map(Object.entries(target ?? {})).get('default')
    const module: object = await import(new URL(`../../${path}`, import.meta.url).href)
    expect(Object.keys(module).length, door).toBeGreaterThan(0)
  }
})

test('the package depends on these packages and no others', () => {
  expect(Object.keys(new Map(Object.entries(about ?? {})).get('dependencies') ?? {})).toEqual([
    '@hono/node-server',
    '@slack/web-api',
    'diff',
    'highlight.js',
    'hono',
    'markdown-it',
    'slice-ansi',
    'string-width',
    'wrap-ansi',
  ])
})
