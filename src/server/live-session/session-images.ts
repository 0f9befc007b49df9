import type {MediaSource} from '../../page/index.ts'
import type {SessionImage} from './live-session.ts'

/** Images that a browser shows without running anything. SVG can contain scripts, so it is not one of them. */
export const safeImageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
])

/** The images of a session, each named by a hash of its content so that browsers load it once. */
export class SessionImages {
  readonly #baseUrl: string
  readonly #hashOf: (text: string) => string
  readonly #names = new WeakMap<MediaSource, string>()
  readonly #images = new Map<string, SessionImage>()

  constructor(baseUrl: string, hashOf: (text: string) => string) {
    this.#baseUrl = baseUrl
    this.#hashOf = hashOf
  }

  /** The URL of an image; undefined if it is not shown. */
  urlOf(source: MediaSource): string | undefined {
    if (source.kind !== 'base64') return undefined
    const mediaType = source.mediaType.toLowerCase()
    if (!safeImageTypes.has(mediaType)) return undefined
    const name = this.#names.get(source) ?? this.#hashOf(source.data)
    this.#names.set(source, name)
    this.#images.set(name, {mediaType, base64: source.data})
    return `${this.#baseUrl}/${name}`
  }

  get(name: string): SessionImage | undefined {
    return this.#images.get(name)
  }
}
