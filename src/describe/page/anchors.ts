import type {Item} from '../../conversation/index.ts'

/** Longer ids come only from hostile files. */
const maxLength = 100

/**
 * Names the entries of one session for links. A name is made from the id of the call or record, else from the line, so
 * that it is the same whenever the page is made again; several entries of one record are numbered in their order. What
 * was named once keeps its name.
 */
export class Anchors {
  /** How often a name was wanted, if more than once. */
  readonly #taken = new Map<string, number>()
  /** The names of items by their keys, which count up. */
  readonly #names: string[] = []
  readonly #agents = new Map<string, string>()
  /** All names, with the item if it is one's. */
  readonly #items = new Map<string, Item | undefined>()
  /** The names of calls that are not named by their id alone. */
  readonly #calls = new Map<string, string>()

  ofItem(item: Item): string {
    const known = this.#names[item.key]
    // A text that is being written has the id of its first line; the complete one has that of its record.
    const isSame = known !== undefined && this.#items.get(known)?.id === item.id
    const name = isSame ? known : this.#numbered(safe(wantedName(item)))
    this.#names[item.key] = name
    this.#items.set(name, item)
    if (item.kind === 'tool' && name !== safe(item.callId)) this.#calls.set(item.callId, name)
    return name
  }

  ofAgent(id: string): string {
    const known = this.#agents.get(id)
    const name = known ?? this.#numbered(safe(`agent-${id}`))
    this.#agents.set(id, name)
    return name
  }

  /** The name of a call, which may not have been described yet. */
  ofCall(callId: string): string {
    return this.#calls.get(callId) ?? safe(callId)
  }

  /** The item that has a name. */
  itemOf(name: string): Item | undefined {
    return this.#items.get(name)
  }

  /** What was cut must not be cut again with its number, or it would never differ. */
  #numbered(name: string): string {
    if (!this.#items.has(name)) {
      this.#items.set(name, undefined)
      return name
    }
    const times = (this.#taken.get(name) ?? 1) + 1
    this.#taken.set(name, times)
    return this.#numbered(`${name}-${times}`)
  }
}

const wantedName = (item: Item): string =>
  item.kind === 'tool' ? item.callId : (item.id ?? `line-${item.at.line}`)

const safe = (wanted: string): string => wanted.slice(0, maxLength).replaceAll(/[^\w-]/g, '_') || '_'
