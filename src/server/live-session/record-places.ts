import {IdTable} from '../../conversation/graph/id-table.ts'
import type {Change} from '../../conversation/index.ts'
import type {Line, Message, Position} from '../../model/index.ts'

/** What shows a record: items, by their keys, or an agent, by its key. */
export type RecordPlace =
  | {readonly items: readonly number[]; readonly agent?: never}
  | {readonly items?: never; readonly agent: string}

/** A hostile file can repeat an id without end. */
const maxItems = 64

/** Kinds that come by the thousand and are parts of other records. */
const transientKinds: ReadonlySet<Message['kind']> = new Set<Message['kind']>(['partial', 'progress'])

/** The name of a file with the output of a call. */
const outputFile = /tool-results[\\/]+([\w.@-]+)/g

/**
 * Knows which item shows each record: its own item, the call whose result it has, the command whose output it is, or else the
 * item before it in its file. Records are known by their ids, or by `file:line` if they have none. There can be a million, so most are a number in a column.
 */
export class RecordPlaces {
  readonly #ids = new IdTable()
  /** The first item of each record; keys of items count from 1, so 0 means none. */
  #items = new Int32Array(64)
  /** The items of records that have several. */
  readonly #several = new Map<number, number[]>()
  /** The agents of records that have no item, such as an agent's prompt. */
  readonly #agents = new Map<number, string>()
  /** Agents that turned out to be others. */
  readonly #merged = new Map<string, string>()
  readonly #itemOfCall = new Map<string, number>()
  readonly #itemOfOutput = new Map<string, number>()
  /** The newest item of each source, and of all. */
  readonly #newest = new Map<string, number>()
  #last = 0

  /** Notes a line that was folded, and what it changed. */
  note(line: Line, changes: readonly Change[]): void {
    let changed = 0
    let agent: string | undefined
    for (const change of changes) {
      if (change.type === 'item-added') {
        const {item} = change
        if (item.kind === 'tool') this.#itemOfCall.set(item.callId, item.key)
        this.#add(nameOf(item.id, item.at), item.key)
        this.#newest.set(item.at.source, item.key)
        this.#last = item.key
      } else if (change.type === 'item-changed') changed = change.item.key
      else if (change.type === 'agent-added' || change.type === 'agent-changed') agent ??= change.agent.key
      else if (change.type === 'agent-removed') this.#merged.set(change.agent.key, change.into.key)
    }
    if (line.kind !== 'message' || transientKinds.has(line.message.kind)) return
    const {message, at} = line
    const name = nameOf(message.id, at)
    if (message.kind === 'tool-result') {
      for (const {callId} of message.results) {
        const key = this.#itemOfCall.get(callId) ?? this.#newest.get(at.source) ?? this.#last
        this.#itemOfCall.set(callId, key)
        this.#add(name, key)
        this.#noteOutputs(line.text, key)
      }
    }
    if (this.#ids.has(name)) return
    if (changed > 0) this.#add(name, changed)
    else if (agent !== undefined) this.#agents.set(this.#ids.add(name), agent)
    else this.#add(name, this.#newest.get(at.source) ?? this.#last)
  }

  /** What shows a record, or the call with an id; `undefined` if there is none. */
  find(name: string): RecordPlace | undefined {
    const place = this.#ids.placeOf(name)
    const [[, output = ''] = []] = name.matchAll(outputFile)
    const called = this.#itemOfCall.get(name) ?? this.#itemOfOutput.get(output)
    if (place === undefined) return called === undefined ? undefined : {items: [called]}
    const agent = this.#agents.get(place)
    if (agent !== undefined) return {agent: this.#finalAgent(agent)}
    return {items: this.#several.get(place) ?? [this.#items[place] ?? 0]}
  }

  /** Long output is in a file of its own, which the result names. */
  #noteOutputs(text: string, key: number): void {
    if (!text.includes('tool-results')) return
    for (const [, file] of text.matchAll(outputFile))
      if (file !== undefined) this.#itemOfOutput.set(file, key)
  }

  #add(name: string, key: number): void {
    const known = this.#ids.placeOf(name)
    const first = known === undefined ? 0 : (this.#items[known] ?? 0)
    if (known !== undefined && first !== 0) {
      const several = this.#several.get(known) ?? [first]
      if (several.length < maxItems && !several.includes(key)) several.push(key)
      if (several.length > 1) this.#several.set(known, several)
      return
    }
    const place = known ?? this.#ids.add(name)
    if (place >= this.#items.length) {
      const larger = new Int32Array(2 * place)
      larger.set(this.#items)
      this.#items = larger
    }
    this.#items[place] = key
    this.#agents.delete(place)
  }

  #finalAgent(key: string): string {
    let agent = key
    for (
      let into = this.#merged.get(agent);
      into !== undefined && into !== key;
      into = this.#merged.get(agent)
    )
      agent = into
    return agent
  }
}

const nameOf = (id: string | undefined, {source, line}: Position): string => id ?? `${source}:${line}`
