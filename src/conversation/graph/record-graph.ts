import type {Response} from '../costs/ledger.ts'
import {IdTable} from './id-table.ts'

/**
 * What a record is to the shape of a conversation. `outside` are records that have no place in the graph of the main
 * thread: a stream's, which have no parents, and an agent's.
 */
export const roles = [
  'outside',
  'prompt',
  'command',
  'assistant',
  'result',
  'summary',
  'boundary',
  'other',
] as const

export type Role = (typeof roles)[number]

/**
 * The records of one session that have an id, in the order of reading, with their parents. There may be a million, so
 * they are columns of numbers instead of objects: an eighth of the memory.
 */
export interface RecordGraph {
  readonly ids: IdTable
  /** The response each record is a part of; parallel calls fork the graph without branching it. */
  readonly responses: (Response | undefined)[]
  /** The place of each record's parent; -1 for a root. */
  parents: Int32Array
  roles: Uint8Array
  /** The reading of each record: a file that is read again is another reading. */
  readings: Int32Array
  /** Parents that were not read before their children. */
  readonly awaited: Map<number, string>
}

/** One record, on its way into the graph. */
export interface GraphRecord {
  readonly id: string
  readonly parent: string | undefined
  readonly role: Role
  readonly reading: number
  readonly response: Response | undefined
}

/** A graph without records. */
export const newRecordGraph = (): RecordGraph => ({
  ids: new IdTable(),
  responses: [],
  parents: new Int32Array(8),
  roles: new Uint8Array(8),
  readings: new Int32Array(8),
  awaited: new Map(),
})

/** Adds a record. One that was outside, and now has a place in the graph, moves to the end. */
export function addRecord(graph: RecordGraph, record: GraphRecord): void {
  const parent = record.parent === undefined ? -1 : (graph.ids.placeOf(record.parent) ?? -1)
  const place = graph.ids.add(record.id)
  if (place === graph.parents.length) grow(graph)
  if (record.parent !== undefined && parent === -1) graph.awaited.set(place, record.parent)
  graph.responses.push(record.response)
  graph.parents[place] = parent
  graph.roles[place] = roles.indexOf(record.role)
  graph.readings[place] = record.reading
}

/** The role of the record at a place. */
export const roleAt = (graph: RecordGraph, place: number): Role => roles[graph.roles[place] ?? 0] ?? 'outside'

/** The place of a record's parent, or -1; a parent may be read after its child. */
export function parentAt(graph: RecordGraph, place: number): number {
  const parent = graph.parents[place] ?? -1
  if (parent !== -1) return parent
  const awaited = graph.awaited.get(place)
  return awaited === undefined ? -1 : (graph.ids.placeOf(awaited) ?? -1)
}

function grow(graph: RecordGraph): void {
  const size = graph.parents.length * 2
  graph.parents = copyInto(new Int32Array(size), graph.parents)
  graph.roles = copyInto(new Uint8Array(size), graph.roles)
  graph.readings = copyInto(new Int32Array(size), graph.readings)
}

function copyInto<Column extends Int32Array | Uint8Array>(larger: Column, column: Column): Column {
  larger.set(column)
  return larger
}
