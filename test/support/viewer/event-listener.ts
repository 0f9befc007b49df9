/** An event as a browser gets it. */
export interface ReceivedEvent {
  readonly id: string | undefined
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly at: number
}

/** A browser that listens. */
export interface EventListener {
  readonly status: number
  readonly events: readonly ReceivedEvent[]
  /** The id it would give back. */
  readonly lastId: string | undefined
  /** Resolves when an event like this has come. */
  until(fits: (event: ReceivedEvent) => boolean, ms?: number): Promise<ReceivedEvent>
  leave(): Promise<void>
}

/** Listens to a response as an `EventSource` does; `heard` is called for each event. */
export function listenToEvents(
  response: Response,
  heard: (event: ReceivedEvent) => void = () => {},
): EventListener {
  const events: ReceivedEvent[] = []
  const waiting = new Set<() => void>()
  const reader = response.body?.getReader()
  let lastId: string | undefined
  let text = ''
  const decoder = new TextDecoder()
  const take = (block: string): void => {
    const fields = new Map(
      block.split('\n').flatMap((line) => {
        const at = line.indexOf(':')
        return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()] as const] : []
      }),
    )
    const data = fields.get('data')
    if (data === undefined) return
    const event = {
      id: fields.get('id'),
      event: fields.get('event') ?? 'message',
      data: JSON.parse(data),
      at: Date.now(),
    }
    lastId = event.id ?? lastId
    events.push(event)
    heard(event)
    for (const look of [...waiting]) look()
  }
  const read = async (): Promise<void> => {
    for (;;) {
      const next = await reader?.read()
      if (!next || next.done) return
      text += decoder.decode(next.value, {stream: true})
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        take(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  }
  void read().catch(() => {})
  return {
    status: response.status,
    events,
    get lastId() {
      return lastId
    },
    until: (fits, ms = 120_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(
            new Error(`No such event came; those that came: ${events.map(({event}) => event).join(' ')}`),
          )
        }, ms)
        const look = (): void => {
          const found = events.find(fits)
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    leave: async () => {
      await reader?.cancel().catch(() => {})
    },
  }
}

/** Headings repeat for those who only hear a page what others see below them. */
const unseen = /<(\w+) class="unseen">[^<]*<\/\1>/g

/** What a page shows: the newest HTML of each slice. */
export class ShownPage {
  readonly #slices = new Map<string, string>()

  /** Begins with what the page held, or holds again after it was loaded again. */
  load(html: string): void {
    this.#slices.clear()
    for (const part of html.split('<div class="slice" ').slice(1)) {
      const [, turn, slice] = /data-turn="(\d+)" data-slice="(\d+)"/.exec(part) ?? []
      this.#slices.set(`${turn}.${slice}`, part)
    }
  }

  onEvent({event, data}: ReceivedEvent): void {
    if (event !== 'turn') return
    this.#slices.set(`${data['turn']}.${data['slice']}`, String(data['html']))
  }

  /** How often a text is on the page, outside attributes. */
  count(text: string): number {
    const all = [...this.#slices.values()]
      .join('\n')
      .replace(unseen, '')
      .replace(/<[^>]*>/g, ' ')
    return all.split(text).length - 1
  }
}
