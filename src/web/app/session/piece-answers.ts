import type {Part} from '../ask.ts'
import type {PieceKey} from './piece-map.ts'

/** Pieces that were asked for. */
export interface PieceAnswer {
  readonly html: string
  /** What was told of a piece after the answer was made; nothing where the answer is newer. */
  newer(key: PieceKey): string | undefined
}

interface Told {
  readonly n: number
  readonly html: string
}

/** Asks for pieces, and remembers what is told while answers are under way: it may overtake them, each by itself. */
export class PieceAnswers {
  readonly #ask: (query: string) => Promise<Part>
  readonly #underWay = new Set<Map<string, Told>>()

  constructor(ask: (query: string) => Promise<Part>) {
    this.#ask = ask
  }

  /** Takes what an event told of a piece. */
  hear(key: PieceKey, html: string, n: number): void {
    for (const told of this.#underWay) told.set(keyText(key), {n, html})
  }

  async ask(query: string): Promise<PieceAnswer> {
    const told = new Map<string, Told>()
    this.#underWay.add(told)
    try {
      const {html, headers} = await this.#ask(query)
      const n = Number(/-(\d+)$/.exec(headers.get('recount-event') ?? '')?.[1] ?? 0)
      const newer = (key: PieceKey): string | undefined => {
        const known = told.get(keyText(key))
        return known && known.n > n ? known.html : undefined
      }
      return {html, newer}
    } finally {
      this.#underWay.delete(told)
    }
  }
}

const keyText = ({turn, piece}: PieceKey): string => `${turn}.${piece}`
