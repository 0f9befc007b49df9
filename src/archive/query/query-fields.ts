import {closestWord} from '../../model/closest-word.ts'
import type {QueryContext, QueryMistake, TermMap, TermType} from './query.ts'
import {comparisons, curationFlags, searchKinds} from './query.ts'
import {dateExamples, readDate} from './read-date.ts'
import type {FieldValue} from './scan.ts'

/** A term without its position in the query. */
export type TermBody = {readonly [Type in TermType]: TermMap[Type] & {readonly type: Type}}[TermType]

/** A field of the query language. */
interface Field {
  /** How it is used, for those who got it wrong. */
  readonly example: string
  /** Makes a term of its values, of which there is at least one. */
  read(values: readonly [FieldValue, ...FieldValue[]], asked: QueryContext): TermBody | QueryMistake
}

type NamedType = 'tool' | 'project' | 'branch' | 'model' | 'agent' | 'file' | 'session' | 'tag' | 'note'

const named = (type: NamedType, example: string): Field => ({
  example,
  read: (values) => ({type, values: values.map(({pattern}) => pattern)}),
})

const single = (
  example: string,
  read: (value: FieldValue, asked: QueryContext) => TermBody | QueryMistake,
): Field => ({
  example,
  read: ([first, second], asked) =>
    second ? {mistake: 'Only one value is allowed here.', at: second} : read(first, asked),
})

const date = (type: 'after' | 'before'): Field =>
  single(`${type}:yesterday`, (value, asked) => {
    const time = readDate(value.text, asked)
    return time === undefined ? {mistake: `Not a date. Try ${dateExamples}.`, at: value} : {type, time}
  })

/** One or several of some words. */
const choices = <Choice extends string>(
  example: string,
  mistake: string,
  all: readonly Choice[],
  make: (chosen: readonly Choice[]) => TermBody,
): Field => ({
  example,
  read: (values) => {
    const found = values.map(({text}) => all.find((one) => one === text.toLowerCase()))
    const unknown = values[found.indexOf(undefined)]
    if (unknown) return {mistake: `${mistake}. Use one of ${all.join(', ')}.`, at: unknown}
    return make(found.filter((one) => one !== undefined))
  },
})

const yes: ReadonlySet<string> = new Set(['yes', 'true', '1'])
const no: ReadonlySet<string> = new Set(['no', 'false', '0'])

/** Every field by its name. */
export const queryFields: ReadonlyMap<string, Field> = new Map([
  ['tool', named('tool', 'tool:Bash')],
  ['project', named('project', 'project:recount')],
  ['branch', named('branch', 'branch:main')],
  ['model', named('model', 'model:opus')],
  ['agent', named('agent', 'agent:Explore')],
  ['file', named('file', 'file:src/index.ts')],
  ['session', named('session', 'session:5e551000')],
  ['tag', named('tag', 'tag:incident')],
  ['note', named('note', 'note:flaky')],
  ['after', date('after')],
  ['before', date('before')],
  [
    'error',
    single('error:yes', (value) => {
      const said = value.text.toLowerCase()
      if (yes.has(said) || no.has(said)) return {type: 'error', failed: yes.has(said)}
      return {mistake: 'Use `error:yes` or `error:no`.', at: value}
    }),
  ],
  ['kind', choices('kind:prompt', 'Unknown kind', searchKinds, (kinds) => ({type: 'kind', kinds}))],
  ['is', choices('is:starred', 'Unknown value', curationFlags, (flags) => ({type: 'is', flags}))],
  [
    'cost',
    single('cost>1.50', (value) => {
      const [, sign, dollars] = /^([<>]=?)\$?(\d{1,12}(?:\.\d{0,9})?|\.\d{1,9})$/.exec(value.text) ?? []
      const is = comparisons.find((comparison) => comparison === sign)
      if (is) return {type: 'cost', is, dollars: Number(dollars)}
      return {mistake: 'A cost needs a comparison in dollars, as in `cost>1.50` or `cost<0.1`.', at: value}
    }),
  ],
])

const others: ReadonlyMap<string, string> = new Map([
  ['since', 'after'],
  ['from', 'after'],
  ['until', 'before'],
  ['repo', 'project'],
  ['path', 'file'],
  ['failed', 'error'],
])

/** Text that is often searched for, as in `node:fs`, and no slip. */
const notFields: ReadonlySet<string> = new Set(['node'])

/** The field that was probably meant by a name that is none. */
export function findSimilarField(name: string): string | undefined {
  if (notFields.has(name)) return undefined
  return others.get(name) ?? (name.length < 4 ? undefined : closestWord(name, queryFields.keys()))
}
