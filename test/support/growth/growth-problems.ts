import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {GrowingInput} from './growing-inputs.ts'
import {growingInputs} from './growing-inputs.ts'

/** The commands to run for a session's file; `home` is a folder for what they write. */
export type GrowthCommands = (file: string, home: string) => readonly (readonly string[])[]

/** How many of whatever grows the three inputs have; each has twice as many as the one before. */
type Sizes = readonly [number, number, number]

/** Large enough to tell quadratic work from linear work, and no larger: they are run a thousand times. */
const defaultSizes = ({scale = 1}: GrowingInput): Sizes => [20 * scale, 40 * scale, 80 * scale]

/** Less than half of the steps of the cheapest quadratic work, which compares each two of so many. */
const minSteps = (size: number): number => (size * size) / 4
/** Doubling the input doubles linear work, and makes four times as much of quadratic work. */
const maxGrowth = 2.6
/** Twice, and a little for work that the first of many things does not need. */
const minGrowth = 2.1

interface Counted {
  readonly name: string
  readonly problem?: string
  readonly steps: Readonly<Record<string, number>>
}

/** Runs tasks in one process and gives their steps, in their order. */
function countSteps(tasks: readonly object[], home: string): readonly Counted[] {
  const list = join(home, 'tasks.json')
  writeFileSync(list, JSON.stringify(tasks))
  const counter = fileURLToPath(new URL('step-counter.mjs', import.meta.url))
  const {stdout, stderr} = spawnSync(process.execPath, [counter, list], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const counted: readonly Counted[] = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  if (counted.length !== tasks.length) throw new Error(`The counter ended early: ${stderr}`)
  return counted
}

/** The steps of a command with an input of each size. */
interface Growth {
  readonly name: string
  readonly first: Counted | undefined
  readonly second: Counted | undefined
  readonly third: Counted | undefined
  readonly sizes: Sizes
}

/** The places that two sizes cannot clear: whatever is linear takes at most twice the steps for twice the input. */
const suspects = ({second, third, sizes}: Growth): readonly [string, number, number][] =>
  Object.entries(third?.steps ?? {}).flatMap(([place, most]) => {
    const more = second?.steps[place] ?? 0
    return most >= minSteps(sizes[2]) && most > minGrowth * more ? [[place, more, most]] : []
  })

/** The places among some whose steps grow faster than the input. */
const findGrowth = (growth: Growth, places: ReadonlySet<string>): readonly string[] =>
  suspects(growth).flatMap(([place, more, most]) => {
    if (!places.has(place)) return []
    const least = growth.first?.steps[place] ?? 0
    // V8 reports a block apart from the one around it only if their counts differ.
    if (least === 0 || more <= least || most - more <= maxGrowth * (more - least)) return []
    return [`${growth.name}: ${least}, ${more}, ${most} steps in ${place}`]
  })

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

/** What fails, or takes too many steps, when commands are run with sessions of growing size. */
export function growthProblems(
  commands: GrowthCommands,
  shapes: readonly GrowingInput[] = growingInputs,
  sizesOf: (shape: GrowingInput) => Sizes = defaultSizes,
): readonly string[] {
  const home = mkdtempSync(join(tmpdir(), 'recount-growth-'))
  const tasksFor = (shape: GrowingInput, size: number, name: string) => {
    const place = join(home, name)
    const file = writeSession(shape, size, place)
    const env = {HOME: place, RECOUNT_HOME: place, NO_COLOR: '1', TZ: 'UTC'}
    return commands(file, place).map((words) => ({name: `${shape.name}, ${words[0]}`, words, env}))
  }
  // Steps that a process takes only once, such as filling tables, would make the first size look more than it is.
  const warmUp = shapes.slice(0, 1).flatMap((shape) => tasksFor(shape, sizesOf(shape)[0], 'warm-up'))
  const each = warmUp.length
  /** Counts the steps of some inputs; gives for each those of all commands. */
  const count = (inputs: readonly (readonly [GrowingInput, number])[]): readonly (readonly Counted[])[] => {
    const tasks = inputs.flatMap(([shape, size], number) => tasksFor(shape, size, `${size}-${number}`))
    const counted = countSteps([...warmUp, ...tasks], home).slice(each)
    return inputs.map((_, number) => counted.slice(each * number, each * (number + 1)))
  }
  const larger = count(
    shapes.flatMap((shape) =>
      sizesOf(shape)
        .slice(1)
        .map((size) => [shape, size] as const),
    ),
  )
  const growths = shapes.flatMap((shape, number) =>
    Array.from({length: each}, (_, command) => {
      const [second, third] = [larger[2 * number]?.[command], larger[2 * number + 1]?.[command]]
      return {
        shape,
        command,
        growth: {name: third?.name ?? '', first: undefined, second, third, sizes: sizesOf(shape)},
      }
    }),
  )
  // V8 counts some calls late, so one run can look like growth. What really grows does so in a second run of all three sizes, too.
  const suspected = growths.filter(({growth}) => suspects(growth).length > 0)
  const again = count(
    suspected.flatMap(({shape, growth}) => growth.sizes.map((size) => [shape, size] as const)),
  )
  rmSync(home, {recursive: true, force: true})
  return [
    ...[...larger, ...again]
      .flat()
      .flatMap(({name, problem}) => (problem === undefined ? [] : [`${name}: ${problem}`])),
    ...suspected.flatMap(({growth, command}, number) => {
      const [first, second, third] = [0, 1, 2].map((size) => again[3 * number + size]?.[command])
      const places = new Set(suspects(growth).map(([place]) => place))
      return findGrowth({...growth, first, second, third}, places)
    }),
  ]
}
