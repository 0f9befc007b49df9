import type {MediaSource} from '../../page/index.ts'
import type {SessionImage} from './live-session.ts'

/** Pictures that a browser shows without running anything; SVG, which may hold scripts, is none of them. */
const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** The pictures of a session, each under a name made from its bytes, so that pages ask for them once. */
export class SessionImages {
  readonly #place: string
  readonly #hashOf: (text: string) => string
  readonly #names = new WeakMap<MediaSource, string>()
  readonly #images = new Map<string, SessionImage>()

  /** `place` is the address below which pictures are to be had. */
  constructor(place: string, hashOf: (text: string) => string) {
    this.#place = place
    this.#hashOf = hashOf
  }

  /** Where a picture is; nothing where it is not to be shown. */
  urlOf(source: MediaSource): string | undefined {
    if (source.kind !== 'base64') return undefined
    const mediaType = source.mediaType.toLowerCase()
    if (!shown.has(mediaType)) return undefined
    const name = this.#names.get(source) ?? this.#hashOf(source.data)
    this.#names.set(source, name)
    this.#images.set(name, {mediaType, base64: source.data})
    return `${this.#place}/${name}`
  }

  get(name: string): SessionImage | undefined {
    return this.#images.get(name)
  }
}
