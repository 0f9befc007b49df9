import {
  type CurationFlag,
  handleTerm,
  type Pattern,
  type Term,
  type TermHandlers,
  type TermOf,
} from '../../query/index.ts'
import {characterClass, tokenize} from '../../search/tokens.ts'
import type {SqlValue} from '../database/driver.ts'

/** A condition on the row `e` of an entry. */
interface Condition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** How the entries of one alternative are found: some by the index, the rest by looking at them. */
export interface SearchPlan {
  /** Asked of the index, in its own language. It finds everything that is wanted, and maybe more. */
  readonly match: string | undefined
  /** Not wanted, likewise; here the index is exact. */
  readonly noMatch: string | undefined
  readonly conditions: readonly Condition[]
  /** What the text must or must not contain; the index may know that, but not the position. */
  readonly texts: readonly TermOf<'text'>[]
  readonly regexes: readonly TermOf<'regex'>[]
  readonly costs: readonly TermOf<'cost'>[]
  /** The index is of no help, and very many texts must be read. */
  readonly scans: boolean
}

/** More words than anyone looks for are not worth the index's while. */
const maxMatched = 40

/** Whether the query asks for the client's own text for the model. */
export const asksForSystem = (terms: readonly Term[]): boolean =>
  terms.some((term) => term.type === 'kind' && !term.not && term.kinds.includes('system'))

/** Hidden sessions are found by those who ask for hidden ones, or for sessions by their ids. */
const asksForHidden = (terms: readonly Term[]): boolean =>
  terms.some(
    (term) => !term.not && (term.type === 'session' || (term.type === 'is' && term.flags.includes('hidden'))),
  )

const notHidden: Condition = {
  sql: "e.session not in (select session from curation where hidden = 1 and message = '')",
  values: [],
}

/** Finds out how to look for the terms of one alternative: among what was said and done, or in the client's own words. */
export function planSearch(terms: readonly Term[], among: 'said' | 'system'): SearchPlan {
  const texts = terms.filter((term) => term.type === 'text')
  const known = texts.filter(({text, prefix}) => matchOf(text, prefix) !== undefined)
  const wanted = known.filter(({not}) => !not).slice(0, maxMatched)
  const unwanted = known.filter(({not, text}) => not && isWord(text)).slice(0, maxMatched)
  const expressions = (some: readonly TermOf<'text'>[], joint: string): string | undefined =>
    some.length === 0 ? undefined : some.map(({text, prefix}) => matchOf(text, prefix)).join(joint)
  const regexes = terms.filter((term) => term.type === 'regex')
  return {
    match: expressions(wanted, ' AND '),
    noMatch: expressions(unwanted, ' OR '),
    conditions: [
      {sql: `e.kind ${among === 'system' ? '=' : '<>'} 'system'`, values: []},
      ...(asksForHidden(terms) ? [] : [notHidden]),
      ...terms.flatMap((term) => handleTerm(conditions, term.type, term)),
    ],
    texts,
    regexes,
    costs: terms.filter((term) => term.type === 'cost'),
    scans: wanted.length === 0 && regexes.length + texts.length > unwanted.length,
  }
}

/** The words of a text as a phrase of the index; the last one is open where letters may follow it. */
function matchOf(text: string, prefix: boolean): string | undefined {
  const tokens = tokenize(text)
  if (tokens.length === 0) return undefined
  const last = [...text].at(-1)?.codePointAt(0) ?? 0
  return `"${tokens.join(' ')}"${prefix && characterClass(last) === 'joins' ? ' *' : ''}`
}

/** Longer words are cut in the index. */
const maxWordLength = 1000

/** Whether the index alone can answer: the text is a single word. */
function isWord(text: string): boolean {
  const points = [...text].map((character) => characterClass(character.codePointAt(0) ?? 0))
  return (
    text.length <= maxWordLength &&
    (points.every((point) => point === 'joins') || (points.length === 1 && points[0] === 'alone'))
  )
}

const anyOf = (
  sql: string,
  {values, not}: {readonly values: readonly Pattern[]; readonly not: boolean},
  like: (value: Pattern) => string,
): readonly Condition[] => {
  const marks = sql.split('?').length - 1
  const any = values.map(() => `(${sql})`).join(' or ')
  const bound = values.flatMap((value) => Array.from({length: marks}, () => like(value)))
  return [{sql: not ? `not coalesce(${any}, 0)` : `(${any})`, values: bound}]
}

const literal = (piece: string): string => piece.replaceAll(/[\\%_]/g, '\\$&')
const whole = (pattern: Pattern): string => pattern.map(literal).join('%')
const beginning = (pattern: Pattern): string => `${whole(pattern)}%`
const within = (pattern: Pattern): string => `%${whole(pattern)}%`

const timeOf = 'coalesce(e.time, (select started from session where id = e.session))'
/** The tool of a call, or of what a result belongs to. */
export const toolOf =
  '(coalesce(e.tool, (select c.tool from call c where c.session = e.session and c.id = e.call and c.tool is not null)))'
const like = "like ? escape '\\'"

const turned = (
  {not}: {readonly not: boolean},
  sql: string,
  ...values: readonly SqlValue[]
): readonly Condition[] => [{sql: not ? `not coalesce(${sql}, 0)` : sql, values}]

/** SQLite compares only ASCII whatever the case; tags are in lower case. */
const lowerCase = ({values, not}: TermOf<'tag'>) => ({
  values: values.map((pattern) => pattern.map((part) => part.toLowerCase())),
  not,
})

const flagConditions: Readonly<Record<CurationFlag, string>> = {
  starred: 'starred = 1',
  hidden: 'hidden = 1',
  tagged: "tags <> '[]'",
  noted: 'note is not null',
  named: 'name is not null',
}

/** Entries of sessions and messages about which something was said. */
const curated = (condition: string): string =>
  `(+e.session, '') in (select session, message from curation where ${condition})
    or (e.session, e.message) in (select session, message from curation where ${condition})`

/**
 * The condition of each type of term on an entry's row or related rows. Text is checked elsewhere. The plus keeps
 * SQLite from gathering all entries of very many sessions, only to sort them by time.
 */
const conditions: TermHandlers<readonly Condition[]> = {
  text: () => [],
  regex: () => [],
  cost: () => [],
  tool: (term) => anyOf(`${toolOf} ${like}`, term, whole),
  error: (term) => turned(term, 'e.failed = ?', term.failed ? 1 : 0),
  project: (term) => anyOf(`+e.session in (select id from session where project ${like})`, term, within),
  branch: (term) => anyOf(`+e.session in (select id from session where branch ${like})`, term, whole),
  session: (term) => anyOf(`e.session in (select id from session where id ${like})`, term, beginning),
  model: (term) =>
    anyOf(
      `+e.session in (select id from session where model ${like} union select session from spent where model ${like})`,
      term,
      within,
    ),
  agent: (term) =>
    anyOf(
      `e.agent ${like} or e.file in (select id from file
        where json_extract(meta, '$.type') ${like} or json_extract(meta, '$.description') ${like})`,
      term,
      within,
    ),
  file: (term) =>
    anyOf(
      `e.path ${like} or e.kind = 'result' and exists (
        select 1 from call c where c.session = e.session and c.id = e.call and c.path ${like})`,
      term,
      within,
    ),
  kind: (term) => turned(term, `e.kind in (${term.kinds.map(() => '?').join(', ')})`, ...term.kinds),
  is: (term) =>
    turned(term, `(${curated(`(${term.flags.map((flag) => flagConditions[flag]).join(' or ')})`)})`),
  tag: (term) =>
    anyOf(curated(`exists (select 1 from json_each(tags) where value ${like})`), lowerCase(term), whole),
  note: (term) => anyOf(curated(`note ${like}`), term, within),
  after: (term) => turned(term, `${timeOf} >= ?`, term.time),
  before: (term) => turned(term, `${timeOf} < ?`, term.time),
}
