import {get} from 'node:http'

/** What only those hear who do not see a page. */
const unseen = /<(\w+) class="unseen">[^<]*<\/\1>/g

/**
 * A page of a session without a browser: it loads the newest slices, listens, and puts slices in the place of slices.
 * `pattern` finds the number of a message in what is shown.
 */
export class ViewerClient {
  #url
  #pattern
  /** @type {import('node:http').ClientRequest | undefined} */
  #asked
  #lastId = ''
  /** @type {Map<string, number[]>} */
  #slices = new Map()
  /** When each message was first seen. @type {Map<number, number>} */
  seenAt = new Map()
  /** Events that came though they, or later ones, had come before. */
  repeated = 0
  /** Orders to load everything again. */
  reloads = 0
  /** Names of slices that came since the last connection was made. @type {string[]} */
  arrived = []

  /** @param {string} url @param {RegExp} pattern */
  constructor(url, pattern) {
    this.#url = url
    this.#pattern = pattern
  }

  async load() {
    const response = await fetch(`${this.#url}/turns`)
    const html = await response.text()
    this.#slices.clear()
    for (const part of html.split('<div class="slice" ').slice(1)) {
      const [, turn, slice] = /data-turn="(\d+)" data-slice="(\d+)"/.exec(part) ?? []
      this.#put(`${turn}.${slice}`, part)
    }
    this.#lastId = response.headers.get('recount-event') ?? ''
  }

  /** @returns {Promise<void>} */
  connect() {
    this.arrived = []
    return new Promise((resolve, reject) => {
      const headers = {'last-event-id': this.#lastId}
      this.#asked = get(`${this.#url}/events`, {headers, agent: false}, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`Events: ${response.statusCode}`))
        response.setEncoding('utf8')
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
          const blocks = text.split('\n\n')
          text = blocks.pop() ?? ''
          for (const block of blocks) this.#hear(block)
        })
        response.on('error', () => {})
        resolve()
      })
      this.#asked.on('error', reject)
    })
  }

  leave() {
    this.#asked?.destroy()
  }

  /** How often each message stands on the page. */
  shown() {
    /** @type {Map<number, number>} */
    const counts = new Map()
    for (const numbers of this.#slices.values())
      for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
    return counts
  }

  /** @param {string} block */
  #hear(block) {
    const field = (/** @type {string} */ name) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const [event, id, data] = [field('event'), field('id'), field('data')]
    if (data === undefined) return
    if (event === 'reload' || event === 'ready') this.reloads += 1
    else if (numberOf(id) <= numberOf(this.#lastId)) this.repeated += 1
    this.#lastId = id ?? this.#lastId
    if (event !== 'turn') return
    /** @type {{turn: number, slice: number, html: string}} */
    const {turn, slice, html} = JSON.parse(data)
    this.arrived.push(`${turn}.${slice}`)
    this.#put(`${turn}.${slice}`, html)
  }

  /** @param {string} name @param {string} html */
  #put(name, html) {
    const text = html.replace(unseen, '').replace(/<[^>]*>/g, ' ')
    const numbers = Array.from(text.matchAll(this.#pattern), ([, number]) => Number(number))
    this.#slices.set(name, numbers)
    const now = performance.now()
    for (const number of numbers) if (!this.seenAt.has(number)) this.seenAt.set(number, now)
  }
}

/** @param {string | undefined} id */
const numberOf = (id) => Number(id?.split('-').at(-1))
