import type {Item} from '../../conversation/index.ts'

/** Longer names come from nobody but those who want to break something. */
const longestName = 100

/** Names the entries of one session for links. */
export class AnchorMaker {
  readonly #taken = new Map<string, number>()

  /**
   * A name that no other entry of the session has: the id of the call or the record, else its line. Several entries of
   * one record are numbered in their order, which does not change.
   */
  nameOf(item: Item): string {
    if (item.kind === 'tool') return this.name(item.callId)
    return this.name(item.id ?? `line-${item.at.line}`)
  }

  name(wanted: string): string {
    return this.#numbered(wanted.slice(0, longestName).replaceAll(/[^\w-]/g, '_') || '_')
  }

  /** What is cut must not be cut again with its number, or it would never differ. */
  #numbered(name: string): string {
    const times = (this.#taken.get(name) ?? 0) + 1
    this.#taken.set(name, times)
    return times === 1 ? name : this.#numbered(`${name}-${times}`)
  }
}
