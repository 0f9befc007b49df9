import {groupBy} from '../../src/model/maps.ts'
import type {Evidence} from './collect-evidence.ts'
import {code, codes, collapsed, paragraphs, table} from './markdown.ts'
import type {RecordedRecord} from './read-recordings.ts'
import type {Sightings, VersionChange} from './sightings.ts'
import {compareVersions, sortedNames} from './sightings.ts'

/** What appeared and what vanished between each recorded version and the next. */
export function describeChanges(
  records: readonly RecordedRecord[],
  evidence: Evidence,
  versions: readonly string[],
): string {
  const scenarios = new Map(
    [...groupBy(records, ({version}) => version)].map(([version, own]) => [
      version,
      new Set(own.map(({scenario}) => scenario)),
    ]),
  )
  const chapters = versions.slice(1).map((newer, i) => {
    const older = versions[i] ?? ''
    const common = new Set(
      [...(scenarios.get(newer) ?? [])].filter((scenario) => scenarios.get(older)?.has(scenario)),
    )
    return paragraphs(
      `### ${older} → ${newer}`,
      `${common.size} scenarios were recorded with both.`,
      describeStep(evidence, (sightings) => compareVersions(sightings, older, newer, common)),
    )
  })
  return paragraphs(...chapters)
}

type Compare = (sightings: Sightings) => VersionChange

function describeStep(evidence: Evidence, compare: Compare): string {
  const types = compare(evidence.types)
  const ofDialect = (dialect: string): VersionChange => ({
    added: withoutPrefix(types.added, dialect),
    removed: withoutPrefix(types.removed, dialect),
  })
  const wholes: readonly (readonly [string, VersionChange])[] = [
    ['Record types in `stream-json`', ofDialect('stream-json')],
    ['Record types in `transcript`', ofDialect('transcript')],
    ['Attachments', compare(evidence.attachments)],
    ['Content blocks', compare(evidence.blocks)],
    ['Tools offered', compare(evidence.offeredTools)],
  ]
  return paragraphs(
    table(
      ['', 'New', 'Gone'],
      wholes.map(([name, {added, removed}]) => [name, codes(added) || '–', codes(removed) || '–']),
    ),
    describeParts('Fields of records', 'Record', compare(evidence.fields), compare(evidence.groups)),
    describeParts(
      'Fields of attachments',
      'Attachment',
      compare(evidence.attachmentFields),
      compare(evidence.attachments),
    ),
    describeParts(
      'Fields of tool outputs',
      'Tool',
      compare(evidence.toolOutputs),
      compare(evidence.calledTools),
    ),
  )
}

const withoutPrefix = (names: readonly string[], prefix: string): readonly string[] =>
  names
    .filter((name) => name.startsWith(`${prefix} `))
    .map((name) => name.slice(prefix.length + 1))
    // Attachments have a row of their own.
    .filter((name) => !name.startsWith('attachment/'))

/** Fields that changed on what both versions write; the fields of what is new as a whole are not news. */
function describeParts(title: string, head: string, parts: VersionChange, wholes: VersionChange): string {
  const isChanged = new Set([...wholes.added, ...wholes.removed])
  const wholeOf = (name: string): string => name.slice(0, name.lastIndexOf(' '))
  const listOf = (names: readonly string[]): ReadonlyMap<string, readonly string[]> =>
    groupBy(
      names.filter((name) => !isChanged.has(wholeOf(name)) && !names.includes(parentOf(name))),
      wholeOf,
    )
  const added = listOf(parts.added)
  const removed = listOf(parts.removed)
  const pathsOf = (names: readonly string[] = []): string =>
    codes(names.map((name) => name.slice(name.lastIndexOf(' ') + 1))) || '–'
  return collapsed(
    `${title}: ${sumOf(added)} new, ${sumOf(removed)} gone`,
    table(
      [head, 'New', 'Gone'],
      sortedNames(new Set([...added.keys(), ...removed.keys()])).map((whole) => [
        whole.split(' ').map(code).join(' '),
        pathsOf(added.get(whole)),
        pathsOf(removed.get(whole)),
      ]),
    ),
  )
}

/** The object that a field is in, which is new with its field; `''` if the field is in the record itself. */
const parentOf = (name: string): string => /^(.*?)(?:\.\*)?\.[^. ]+$/.exec(name)?.[1] ?? ''

const sumOf = (lists: ReadonlyMap<string, readonly string[]>): number =>
  [...lists.values()].reduce((sum, list) => sum + list.length, 0)
