import {get} from 'node:http'

/** What only those hear who do not see a page. */
const unseen = /<(\w+) class="unseen">[^<]*<\/\1>/g

/**
 * A page of a session without a browser: it loads the newest pieces, listens, and puts pieces in the place of pieces.
 * `pattern` finds the number of a message in what is shown.
 */
export class ViewerClient {
  #url
  #pattern
  #asked
  #lastId = ''
  #pieces = new Map()
  /** When each message was first seen. */
  seenAt = new Map()
  /** Events that came though they, or later ones, had come before. */
  repeated = 0
  /** Orders to load everything anew. */
  reloads = 0
  /** Names of pieces that came since the last connection was made. */
  came = []

  constructor(url, pattern) {
    this.#url = url
    this.#pattern = pattern
  }

  async load() {
    const response = await fetch(`${this.#url}/turns`)
    const html = await response.text()
    this.#pieces.clear()
    for (const part of html.split('<div class="piece" ').slice(1)) {
      const [, turn, piece] = /data-turn="(\d+)" data-piece="(\d+)"/.exec(part)
      this.#put(`${turn}.${piece}`, part)
    }
    this.#lastId = response.headers.get('recount-event')
  }

  connect() {
    this.came = []
    return new Promise((resolve, reject) => {
      const headers = {'last-event-id': this.#lastId}
      this.#asked = get(`${this.#url}/events`, {headers, agent: false}, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`Events: ${response.statusCode}`))
        response.setEncoding('utf8')
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
          const blocks = text.split('\n\n')
          text = blocks.pop()
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
    const counts = new Map()
    for (const numbers of this.#pieces.values())
      for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
    return counts
  }

  #hear(block) {
    const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const [event, id, data] = [field('event'), field('id'), field('data')]
    if (data === undefined) return
    if (event === 'reload' || event === 'ready') this.reloads += 1
    else if (numberOf(id) <= numberOf(this.#lastId)) this.repeated += 1
    this.#lastId = id ?? this.#lastId
    if (event !== 'turn') return
    const {turn, piece, html} = JSON.parse(data)
    this.came.push(`${turn}.${piece}`)
    this.#put(`${turn}.${piece}`, html)
  }

  #put(name, html) {
    const text = html.replace(unseen, '').replace(/<[^>]*>/g, ' ')
    const numbers = Array.from(text.matchAll(this.#pattern), ([, number]) => Number(number))
    this.#pieces.set(name, numbers)
    const now = performance.now()
    for (const number of numbers) if (!this.seenAt.has(number)) this.seenAt.set(number, now)
  }
}

const numberOf = (id) => Number(id?.split('-').at(-1))
