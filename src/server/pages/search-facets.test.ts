import {expect, test} from 'vitest'
import type {Hit} from '../../archive/search/search-result.ts'
import {renderSearchFacets} from './search-page.ts'

const hitIn = (project: string): Hit => ({
  sessionId: 's',
  title: undefined,
  project,
  kind: 'prompt',
  tool: undefined,
  agentId: undefined,
  isError: false,
  at: undefined,
  messageId: undefined,
  callId: undefined,
  part: 0,
  link: 's',
  score: 0,
  snippet: {text: '', marks: [], cutBefore: false, cutAfter: false},
})

const names = (...projects: readonly string[]): readonly (string | undefined)[] =>
  [...renderSearchFacets('x', projects.map(hitIn)).markup.matchAll(/title="project:[^"]*">([^<]*) </g)].map(
    ([, name]) => name,
  )

test('a project is named after its folder, or by its path if two folders have the same name', () => {
  expect(names('/home/ada/shop', '/home/ada/mill')).toEqual(['shop', 'mill'])
  expect(names('/home/ada/shop', '/work/shop', '/home/ada/mill')).toEqual([
    '/home/ada/shop',
    '/work/shop',
    'mill',
  ])
})
