/** An event for browsers. */
export interface ServerSentEvent {
  readonly id?: string | undefined
  readonly event: string
  readonly data: unknown
}

/** A connection that events are sent to. */
export interface EventSink {
  send(event: ServerSentEvent): void
  /** Ends the stream; the browser reconnects and gets what it missed. */
  end(): void
}

/** The streams that are open. */
export interface OpenStreams {
  open: number
  /** All connections, for events that concern every page. */
  readonly sinks: Set<EventSink>
  /** The first events of a new connection. */
  readonly greeting: () => readonly ServerSentEvent[]
}

/** A browser that is this far behind is disconnected; when it reconnects, it gets the current state once. */
const maxBytesBehind = 16 * 1024 * 1024
/** An empty comment keeps proxies from closing the connection. */
const heartbeatMs = 15_000
/** When a browser reconnects after it lost the connection. */
const retryMs = 1000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
}

/** Opens a stream of server-sent events. `begin` gets the connection and returns the function to call at the end. */
export function openEventStream(
  {method}: {readonly method: string},
  limit: OpenStreams,
  begin: (sink: EventSink) => Promise<() => void>,
): Response {
  // A stream without a reader would never end.
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
        for (const event of limit.greeting()) sink.send(event)
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

/** Encodes an event once for all connections, which also share its memory. */
function encodeEvent(event: ServerSentEvent): Uint8Array {
  const bytes = encoded.get(event) ?? encoder.encode(formatEvent(event))
  encoded.set(event, bytes)
  return bytes
}

/** JSON contains no line breaks, and ids and names are ours. */
const formatEvent = ({id, event, data}: ServerSentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** The id of an event. Numbers are valid within one incarnation of the sender only. */
export interface EventId {
  readonly incarnation: string
  readonly n: number
}

/** Reads the id that a client sends back; `undefined` if it is not one of ours. */
export function parseEventId(text: string): EventId | undefined {
  const [, incarnation, n] = /^([\w.]{1,64})-(\d{1,15})$/.exec(text) ?? []
  return incarnation === undefined ? undefined : {incarnation, n: Number(n)}
}

/** The id of an event as text. */
export const formatEventId = ({incarnation, n}: EventId): string => `${incarnation}-${n}`
