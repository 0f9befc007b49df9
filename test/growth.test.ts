import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import {shapes} from './support/growing-shapes.ts'

const folder = mkdtempSync(join(tmpdir(), 'recount-growth-'))
afterAll(() => rmSync(folder, {recursive: true, force: true}))

const sizes = [40, 80, 160] as const

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

interface Counted {
  readonly name: string
  readonly problem?: string
  readonly steps: Readonly<Record<string, number>>
}

/** Runs tasks in one process and gives their steps, in their order. */
function countSteps(tasks: readonly object[], home: string): readonly Counted[] {
  const list = join(home, 'tasks.json')
  writeFileSync(list, JSON.stringify(tasks))
  const counter = fileURLToPath(new URL('support/step-counter.mjs', import.meta.url))
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

/** The places whose steps grow faster than the input. */
function tooMany([first, second, third]: readonly Counted[]): readonly string[] {
  return Object.entries(third?.steps ?? {}).flatMap(([place, most]) => {
    const [least = 0, more = 0] = [first?.steps[place], second?.steps[place]]
    // V8 tells a block apart from the one around it only where their counts differ.
    if (least === 0 || more <= least || most < manySteps * sizes[2]) return []
    return most - more > mostGrowth * (more - least)
      ? [`${third?.name}: ${least}, ${more}, ${most} steps in ${place}`]
      : []
  })
}

describe('work follows the size of the input, whatever shape it has', () => {
  test.each(Object.entries(ways))('%s', (way, commands) => {
    const home = join(folder, way.replaceAll(' ', '-'))
    const runs = shapes.flatMap((shape, number) =>
      sizes.map((size) => {
        const place = join(home, `${number}-${size}`)
        const project = join(place, 'projects', '-home-ada-shop')
        const file = join(project, '9c0e1000-0000-4000-8000-000000000001.jsonl')
        mkdirSync(project, {recursive: true})
        writeFileSync(
          file,
          shape
            .lines(size)
            .map((line) => `${line}\n`)
            .join(''),
        )
        const env = {HOME: place, RECOUNT_HOME: place, NO_COLOR: '1', TZ: 'UTC'}
        return commands(file, place).map((words) => ({name: `${shape.name}, ${words[0]}`, words, env}))
      }),
    )
    const counted = countSteps(runs.flat(), home)
    expect(
      counted.flatMap(({name, problem}) => (problem === undefined ? [] : [`${name}: ${problem}`])),
    ).toEqual([])
    const each = runs[0]?.length ?? 1
    const growing = shapes.flatMap((_, number) =>
      Array.from({length: each}, (_unused, command) =>
        tooMany(
          sizes
            .map((_size, at) => counted[(number * sizes.length + at) * each + command])
            .flatMap((one) => one ?? []),
        ),
      ).flat(),
    )
    expect(growing).toEqual([])
  })
})
