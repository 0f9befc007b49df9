import type {Facts} from './facts.ts'

/** A title that is of the session in which some record is, wherever that lies. */
export interface LeafTitle {
  readonly line: number
  readonly leaf: string
  readonly title: string
}

/** What is needed to find out whose titles are. */
export interface GatheredLeaves {
  readonly titles: readonly LeafTitle[]
  /** The ids of records that such titles may name, without their dashes, one after the other. */
  readonly records: string
}

/** Gathers titles by record, and the records of the clients that wrote such. */
export interface LeafGatherer {
  add(line: number, facts: Facts): void
  all(): GatheredLeaves
}

/** Clients up to 2.0 wrote them; for others their records need not be known. */
const oldVersion = /^(?:[01]|2\.0)\./
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Nothing yet. */
export function gatherLeaves(): LeafGatherer {
  const titles: LeafTitle[] = []
  const records: string[] = []
  return {
    add(line, {id, version, title}) {
      if (title?.leaf !== undefined) titles.push({line, leaf: title.leaf, title: title.title})
      if (id !== undefined && version !== undefined && oldVersion.test(version) && uuid.test(id))
        records.push(id.replaceAll('-', ''))
    },
    all: () => ({titles, records: records.join('')}),
  }
}
