import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import type {GrowingInput} from '../support/growth/growing-inputs.ts'
import {growingInputs} from '../support/growth/growing-inputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'recount-growth-'))
afterAll(() => rmSync(folder, {recursive: true, force: true}))

/** Everything that is done with a file; `view` is a page of the viewer. */
const ways: Readonly<Record<string, (file: string, home: string) => readonly (readonly string[])[]>> = {
  inspect: (file) => [['inspect', file]],
  'show as lines': (file) => [['show', file]],
  'show as boxes': (file) => [['show', file, '--style', 'box', '--depth', 'all']],
  'show as JSON': (file) => [['show', file, '--format', 'json']],
  'export to HTML': (file, home) => [['export', file, '-o', join(home, 'page.html')]],
  'export to Markdown': (file, home) => [['export', file, '-o', join(home, 'page.md')]],
  'export to JSON': (file, home) => [['export', file, '-o', join(home, 'page.json')]],
  'post to Slack': (file) => [['slack', file, '--dry-run']],
  view: (file) => [['view', file]],
  archive: (file) => [['index', join(file, '..')], ['search', 'done'], ['usage'], ['ls']],
}

/** Shapes of which much is in one turn. */
const followedShapes = new Set([
  'calls in one turn',
  'nested agents of a stream',
  'agents side by side',
  'results without calls',
  'results before their calls',
  'lines of one response',
  'open calls',
  'hooks that answer late',
  'records that nobody knows',
])

interface Counted {
  readonly name: string
  readonly problem?: string
  readonly steps: Readonly<Record<string, number>>
}

/** Runs tasks in one process and gives their steps, in their order. */
function countSteps(tasks: readonly object[], home: string): readonly Counted[] {
  const list = join(home, 'tasks.json')
  writeFileSync(list, JSON.stringify(tasks))
  const counter = fileURLToPath(new URL('../support/growth/step-counter.mjs', import.meta.url))
  const {stdout, stderr} = spawnSync(process.execPath, [counter, list], {encoding: 'utf8', maxBuffer: 1e9})
  const counted: readonly Counted[] = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  if (counted.length !== tasks.length) throw new Error(`The counter ended early: ${stderr}`)
  return counted
}

/** What is done more often than this for each thing may not grow faster than the input does. */
const manySteps = 40
/** Doubling the input doubles linear work, and makes four times as much of quadratic work. */
const mostGrowth = 2.6

type Sizes = readonly [number, number, number]

/** The places whose steps grow faster than the input. */
function tooMany([first, second, third]: readonly Counted[], sizes: Sizes): readonly string[] {
  return Object.entries(third?.steps ?? {}).flatMap(([place, most]) => {
    const [least = 0, more = 0] = [first?.steps[place], second?.steps[place]]
    // V8 tells a block apart from the one around it only where their counts differ.
    if (least === 0 || more <= least || most < manySteps * sizes[2]) return []
    return most - more > mostGrowth * (more - least)
      ? [`${third?.name}: ${least}, ${more}, ${most} steps in ${place}`]
      : []
  })
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** Writes a session of a shape, and gives its file. */
function writeSession(shape: GrowingInput, size: number, place: string): string {
  const project = join(place, 'projects', '-home-ada-shop')
  const session = join(project, '9c0e1000-0000-4000-8000-000000000001')
  const agents = Object.entries(shape.agents?.(size) ?? {})
  mkdirSync(agents.length === 0 ? project : join(session, 'subagents'), {recursive: true})
  writeFileSync(`${session}.jsonl`, textOf(shape.lines(size)))
  for (const [name, lines] of agents) writeFileSync(join(session, 'subagents', name), textOf(lines))
  return `${session}.jsonl`
}

/** What goes wrong, or takes too many steps, if something is done with sessions of some shapes. */
function problemsOf(
  way: string,
  commands: (file: string, home: string) => readonly (readonly string[])[],
  tried: readonly GrowingInput[],
  sizes: Sizes,
): readonly string[] {
  const home = join(folder, way.replaceAll(' ', '-'))
  const runs = tried.flatMap((shape, number) =>
    sizes.map((size) => {
      const place = join(home, `${number}-${size}`)
      const file = writeSession(shape, size, place)
      const env = {HOME: place, RECOUNT_HOME: place, NO_COLOR: '1', TZ: 'UTC'}
      return commands(file, place).map((words) => ({name: `${shape.name}, ${words[0]}`, words, env}))
    }),
  )
  const counted = countSteps(runs.flat(), home)
  const each = runs[0]?.length ?? 1
  const growing = tried.flatMap((_, number) =>
    Array.from({length: each}, (_unused, command) =>
      tooMany(
        sizes
          .map((_size, at) => counted[(number * sizes.length + at) * each + command])
          .flatMap((one) => one ?? []),
        sizes,
      ),
    ).flat(),
  )
  return [
    ...counted.flatMap(({name, problem}) => (problem === undefined ? [] : [`${name}: ${problem}`])),
    ...growing,
  ]
}

describe('work follows the size of the input, whatever shape it has', () => {
  test.each(Object.entries(ways))('%s', (way, commands) => {
    expect(problemsOf(way, commands, growingInputs, [40, 80, 160])).toEqual([])
  })
  // A slice of a turn is drawn as one whenever something in it changes; so the turns have several. For its outline a turn
  // looks at each of its slices, which is one step for some fifty items.
  test('follow in the viewer, line by line', () => {
    const followed = growingInputs.filter(({name}) => followedShapes.has(name))
    expect(followed).toHaveLength(followedShapes.size)
    expect(problemsOf('follow', (file) => [['follow', file]], followed, [60, 120, 240])).toEqual([])
  })
})
