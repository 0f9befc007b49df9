import {getOrAdd} from '../../src/model/maps.ts'
import type {RecordedRecord} from './read-recordings.ts'

/** In which versions, and in which scenarios of each, something occurs. */
export interface Sighting {
  /** How often it occurs in each version. */
  readonly counts: Map<string, number>
  readonly scenarios: Map<string, Set<string>>
  /** What else is known of it: the kinds of its messages, or the JSON types of its values. */
  readonly traits: Set<string>
}

/** Things by their name, each with where it occurs. */
export type Sightings = Map<string, Sighting>

/** Notes that something occurs in a record. */
export function note(
  sightings: Sightings,
  name: string,
  {version, scenario}: Pick<RecordedRecord, 'version' | 'scenario'>,
  ...traits: readonly string[]
): void {
  const sighting = getOrAdd(sightings, name, () => ({
    counts: new Map(),
    scenarios: new Map(),
    traits: new Set(),
  }))
  sighting.counts.set(version, (sighting.counts.get(version) ?? 0) + 1)
  getOrAdd(sighting.scenarios, version, () => new Set()).add(scenario)
  for (const trait of traits) sighting.traits.add(trait)
}

/** How often something occurs in all versions. */
export const totalOf = ({counts}: Sighting): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Sorted by name, in an order that is the same on every machine. */
export const sortedNames = (names: Iterable<string>): readonly string[] =>
  [...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

/** Versions from the oldest to the newest. */
export const sortedVersions = (versions: Iterable<string>): readonly string[] =>
  [...new Set(versions)].sort((a, b) => a.localeCompare(b, 'en', {numeric: true}))

/** Which of all recorded versions have something, as ranges: `all`, `2.1.112 and later`, `1.0.128 to 2.1.112`. */
export function versionRange(all: readonly string[], {counts}: Pick<Sighting, 'counts'>): string {
  if (all.every((version) => counts.has(version))) return 'all'
  const ranges: string[] = []
  let start = 0
  while (start < all.length) {
    let end = start
    while (end < all.length && counts.has(all[end] ?? '')) end += 1
    if (end > start) ranges.push(nameRange(all, start, end - 1))
    start = end + 1
  }
  return ranges.join(', ')
}

function nameRange(all: readonly string[], first: number, last: number): string {
  if (first === last) return all[first] ?? ''
  if (last === all.length - 1) return `${all[first]} and later`
  return `${all[first]} to ${all[last]}`
}

/** What appeared and what vanished between two versions. */
export interface VersionChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Compares two versions. Each recorded other scenarios, so a thing counts as added only if the newer version writes it in
 * a scenario that both recorded and the older one writes it nowhere; and the other way round for removed.
 */
export function compareVersions(
  sightings: Sightings,
  older: string,
  newer: string,
  common: ReadonlySet<string>,
): VersionChange {
  const onlyIn = (version: string, other: string): readonly string[] =>
    sortedNames(sightings.keys()).filter((name) => {
      const sighting = sightings.get(name)
      if (!sighting || sighting.counts.has(other)) return false
      return [...(sighting.scenarios.get(version) ?? [])].some((scenario) => common.has(scenario))
    })
  return {added: onlyIn(newer, older), removed: onlyIn(older, newer)}
}
