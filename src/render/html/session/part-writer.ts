import {type EntryCounts, type EntryGroup, noEntryCounts} from '../../../page/index.ts'
import {ChunkedText} from '../../../page/text/chunked-text.ts'
import {type Html, html, noHtml, trustedHtml} from '../html.ts'

interface Open {
  readonly close: Html
  /** How it is opened again on the next part. */
  readonly again: Html
}

/** A part of a session as far as it is written. */
export interface SessionPart {
  /** Its HTML in chunks, because it can be longer than a string. */
  readonly chunks: readonly Html[]
  readonly counts: EntryCounts
}

/** Beyond its size a part ends at the end of a turn; beyond this multiple of it, wherever an entry ends. */
const patience = 1.5

/**
 * Writes a session in parts. Where a part ends depends only on what is before it, so that a session that grows keeps
 * its earlier parts, and links to them stay good.
 */
export class PartWriter {
  readonly #partBytes: number
  readonly #done: SessionPart[] = []
  readonly #open: Open[] = []
  readonly #partOf = new Map<string, number>()
  readonly #chunks = new ChunkedText()
  #size = 0
  #counts: Record<EntryGroup, number> = {...noEntryCounts}

  constructor(partBytes: number) {
    this.#partBytes = partBytes
  }

  /** The number of the part that is being written, from 1. */
  get part(): number {
    return this.#done.length + 1
  }

  /** The part that contains an id, if it is written already. */
  partOf(id: string): number | undefined {
    return this.#partOf.get(id)
  }

  /** The `id` attribute of an element; undefined if the page has it already. */
  id(id: string): Html {
    if (id === '' || this.#partOf.has(id)) return noHtml
    this.#partOf.set(id, this.part)
    return html` id="${id}"`
  }

  /** All ids so far. */
  ids(): Iterable<string> {
    return this.#partOf.keys()
  }

  count(group: EntryGroup): void {
    this.#counts[group] += 1
  }

  write({markup}: Html): void {
    this.#chunks.add(markup)
    this.#size += markup.length
  }

  /** Opens an element that later parts may have to open again. */
  open(start: Html, close: Html, again: Html): void {
    this.write(start)
    this.#open.push({close, again})
  }

  close(): void {
    this.write(this.#open.pop()?.close ?? noHtml)
  }

  /** Says that something ends here, and a part may end with it. */
  border(of: 'turn' | 'entry'): void {
    if (this.#size < this.#partBytes * (of === 'turn' ? 1 : patience)) return
    for (const {close} of this.#open.toReversed()) this.#chunks.add(close.markup)
    this.#finish()
    for (const {again} of this.#open) this.write(again)
  }

  /** All parts, when everything is written; there is at least one. */
  parts(): readonly SessionPart[] {
    // A part that would only contain what was opened again has nothing to say.
    if (this.#size > 0 || this.#done.length === 0) this.#finish()
    return this.#done
  }

  #finish(): void {
    // Only markup was added.
    this.#done.push({chunks: this.#chunks.take().map(trustedHtml), counts: this.#counts})
    this.#size = 0
    this.#counts = {...noEntryCounts}
  }
}
