import type {DialectName} from '../../src/model/index.ts'
import {groupBy} from '../../src/model/maps.ts'
import type {Evidence} from './collect-evidence.ts'
import {useOfUnreadField} from './field-use.ts'
import {code, codes, collapsed, paragraphs, table} from './markdown.ts'
import type {Sighting} from './sightings.ts'
import {sortedNames, versionRange} from './sightings.ts'

/** A field of a type of record. */
interface Field {
  readonly group: string
  readonly path: string
  readonly sighting: Sighting
  readonly isRead: boolean
  /** Some records of its type, or some objects that it is in, are without it. */
  readonly isOptional: boolean
}

/** What share of the types must have a field for it to be listed once for all of them. */
const envelopeShare = 1 / 4

/** The fields of every type that a dialect has: first those that many types share, then each type with its own. */
export function describeFields(
  dialect: DialectName,
  evidence: Evidence,
  versions: readonly string[],
): string {
  const fields = fieldsOf(dialect, evidence)
  const groups = groupBy(fields, ({group}) => group)
  const byPath = groupBy(fields, ({path}) => path)
  const shared = [...byPath].filter(([, same]) => same.length >= groups.size * envelopeShare)
  const envelope = new Set(shared.map(([path]) => path))
  const envelopeRows = shared.map(([path, same]) => [
    code(path),
    typesOf(same),
    versionRange(versions, {counts: new Map(same.flatMap(({sighting}) => [...sighting.counts]))}),
    `${same.length} of ${groups.size}`,
    useOf(dialect, same),
  ])
  const types = sortedNames(groups.keys()).map((group) => {
    const all = groups.get(group) ?? []
    const own = all.filter(({path}) => !envelope.has(path))
    const common = all.filter(({path}) => envelope.has(path)).map(({path}) => path)
    return collapsed(
      `<code>${group}</code>: ${countFields(own.length)}`,
      table(
        ['Field', 'JSON type', 'Versions', 'recount'],
        own.map((field) => [
          `${code(field.path)}${field.isOptional ? ' ?' : ''}`,
          typesOf([field]),
          versionRange(versions, field.sighting),
          useOf(dialect, [field]),
        ]),
      ),
      `Shared fields: ${codes(common)}`,
    )
  })
  return paragraphs(
    table(['Shared field', 'JSON type', 'Versions', 'Record types', 'recount'], envelopeRows.sort(byFirst)),
    types.join('\n'),
  )
}

const countFields = (count: number): string =>
  count === 0 ? 'shared fields only' : `${count} more field${count === 1 ? '' : 's'}`

const byFirst = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : 1)

const typesOf = (fields: readonly Field[]): string =>
  sortedNames(new Set(fields.flatMap(({sighting}) => [...sighting.traits]))).join(', ')

const useOf = (dialect: DialectName, fields: readonly Field[]): string =>
  fields.some(({isRead}) => isRead) ? '**read**' : useOfUnreadField(dialect, fields[0]?.path ?? '')

function fieldsOf(dialect: DialectName, {fields, groups, readFields}: Evidence): readonly Field[] {
  return sortedNames(fields.keys())
    .filter((name) => name.startsWith(`${dialect} `))
    .flatMap((name) => {
      const [, group = '', path = ''] = name.split(' ')
      const sighting = fields.get(name)
      const parent = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : ''
      // The values of a map have no entry of their own, so that their fields are compared with none.
      const whole =
        parent === '' ? groups.get(`${dialect} ${group}`) : fields.get(`${dialect} ${group} ${parent}`)
      if (!sighting) return []
      const isOptional =
        whole !== undefined &&
        [...sighting.counts].some(([version, count]) => count < (whole.counts.get(version) ?? 0))
      return [{group, path, sighting, isRead: readFields.has(name), isOptional}]
    })
}
