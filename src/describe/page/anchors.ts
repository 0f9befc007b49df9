import type {Item} from '../../conversation/index.ts'

/** Longer ids come only from hostile files. */
const maxLength = 100

/**
 * Names the entries of one session for links. A name is made from the id of the call or record, else from the line, so
 * that it is the same whenever the page is made again; several entries of one record are numbered in their order. What
 * was named once keeps its name.
 */
export class Anchors {
  readonly #taken = new Map<string, number>()
  readonly #names = new Map<number, string>()
  readonly #agents = new Map<string, string>()
  readonly #items = new Map<string, Item>()
  readonly #calls = new Map<string, string>()

  ofItem(item: Item): string {
    const known = this.#names.get(item.key)
    // A text that is being written has the id of its first line; the complete one has that of its record.
    const isSame = known !== undefined && this.#items.get(known)?.id === item.id
    const name = isSame ? known : this.#numbered(safe(wantedName(item)))
    this.#names.set(item.key, name)
    this.#items.set(name, item)
    if (item.kind === 'tool') this.#calls.set(item.callId, name)
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
    const times = (this.#taken.get(name) ?? 0) + 1
    this.#taken.set(name, times)
    return times === 1 ? name : this.#numbered(`${name}-${times}`)
  }
}

const wantedName = (item: Item): string =>
  item.kind === 'tool' ? item.callId : (item.id ?? `line-${item.at.line}`)

const safe = (wanted: string): string => wanted.slice(0, maxLength).replaceAll(/[^\w-]/g, '_') || '_'
