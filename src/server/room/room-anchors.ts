import type {Item} from '../../conversation/index.ts'
import {AnchorMaker} from '../../describe/page/anchor-maker.ts'

/** Names that stay: what was named once has the same name whenever it is told again. */
export class RoomAnchors extends AnchorMaker {
  readonly #names = new Map<number, string>()
  readonly #agents = new Map<string, string>()
  readonly #items = new Map<string, Item>()

  override nameOf(item: Item): string {
    const known = this.#names.get(item.key)
    // What is still being written has the id of its first line, and gets that of the record when it is whole.
    const isSame = known !== undefined && this.#items.get(known)?.id === item.id
    const name = isSame ? known : super.nameOf(item)
    this.#names.set(item.key, name)
    this.#items.set(name, item)
    return name
  }

  override name(wanted: string): string {
    // Agents are named by what they are; items come here with a name that another may have taken.
    if (!wanted.startsWith('agent-')) return super.name(wanted)
    const known = this.#agents.get(wanted)
    const name = known ?? super.name(wanted)
    this.#agents.set(wanted, name)
    return name
  }

  /** What has a name. */
  itemOf(name: string): Item | undefined {
    return this.#items.get(name)
  }
}
