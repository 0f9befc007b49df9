import type {Item} from '../../conversation/index.ts'

/** Only hostile files have longer ids. */
const maxLength = 100

/**
 * Names the entries of one session for links. A name is made from the id of the call or record, else from the line, so
 * it stays the same when the page is made again; several entries of one record are numbered in their order. Names never
 * change.
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
    const wanted = safe(wantedName(item))
    const name = isSame ? known : this.#numbered(wanted)
    this.#names[item.key] = name
    this.#items.set(name, item)
    if (item.kind === 'tool' && name !== wanted) this.#calls.set(item.callId, name)
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

  /** A name that was cut is not cut again with its number, or it would never differ. */
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
