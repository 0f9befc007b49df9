/** One event on its way to a browser. */
export interface ServerSentEvent {
  readonly id?: string | undefined
  readonly event: string
  readonly data: unknown
}

/** Who is sent events. */
export interface EventSink {
  send(event: ServerSentEvent): void
  /** Ends the stream; the browser asks again and gets what it missed. */
  end(): void
}

/** The streams that are open. */
export interface OpenStreams {
  open: number
  /** Who is sent what concerns every page. */
  readonly sinks: Set<EventSink>
  /** What a page that comes now has to know. */
  readonly greeting: () => ServerSentEvent | undefined
}

/** A browser that is so many bytes behind is let go: when it comes back it gets each thing once, as it is then. */
const maxBytesBehind = 16 * 1024 * 1024
/** A line without meaning, so that nobody on the way takes the connection for dead. */
const heartbeatMs = 15_000
/** When a browser asks again after it lost the connection. */
const retryMs = 1000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
}

/** A stream of server-sent events; `begin` is given the way to send, and gives what is to be done at the end. */
export function openEventStream(
  {method}: {readonly method: string},
  limit: OpenStreams,
  begin: (sink: EventSink) => Promise<() => void>,
): Response {
  // Nobody would end a stream that nobody reads.
  if (method === 'HEAD') return new Response(null, {headers})
  let finish: () => void = () => {}
  let isOver = false
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        limit.open += 1
        let leave: (() => void) | undefined
        const timer = setInterval(() => push(encoder.encode(': \n\n')), heartbeatMs)
        finish = () => {
          if (isOver) return
          isOver = true
          limit.open -= 1
          limit.sinks.delete(sink)
          clearInterval(timer)
          leave?.()
        }
        const end = (): void => {
          if (isOver) return
          finish()
          controller.close()
        }
        const push = (bytes: Uint8Array): void => {
          if (isOver) return
          controller.enqueue(bytes)
          if ((controller.desiredSize ?? 0) < -maxBytesBehind) end()
        }
        push(encoder.encode(`retry: ${retryMs}\n\n`))
        const sink: EventSink = {send: (event) => push(encodeEvent(event)), end}
        limit.sinks.add(sink)
        const greeting = limit.greeting()
        if (greeting) sink.send(greeting)
        begin(sink).then((gone) => {
          leave = gone
          if (isOver) gone()
        }, end)
      },
      cancel: () => finish(),
    },
    {highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0},
  )
  return new Response(body, {headers})
}

const encoder = new TextEncoder()
const encoded = new WeakMap<ServerSentEvent, Uint8Array>()

/** However many are sent an event, it is written once; and those who do not read hold one copy of it together. */
function encodeEvent(event: ServerSentEvent): Uint8Array {
  const bytes = encoded.get(event) ?? encoder.encode(formatEvent(event))
  encoded.set(event, bytes)
  return bytes
}

/** JSON has no line breaks of its own, and ids and names are ours. */
const formatEvent = ({id, event, data}: ServerSentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
