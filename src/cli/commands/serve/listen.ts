import type {AddressInfo} from 'node:net'
import {createAdaptorServer} from '@hono/node-server'
import type {Hono} from 'hono'
import {Failure} from '../../failure.ts'

/** A server that listens. */
export interface Listener {
  readonly port: number
  /** Ends all connections. */
  close(): Promise<void>
}

/** How long to wait for requests, in milliseconds; slower connections are closed. */
export interface ConnectionTimeouts {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly connectionsCheckingInterval: number
  /** The client has sent nothing and read nothing for this long. */
  readonly idleTimeout: number
}

const defaultTimeouts: ConnectionTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1000,
  idleTimeout: 120_000,
}

const keepAliveTimeout = 5000
const maxHeaderSize = 16 * 1024
const maxConnections = 1024

/** Listens on a port, or on a free one if that is in use. */
export async function listen(
  app: Hono,
  host: string,
  port: number,
  patience = defaultTimeouts,
): Promise<Listener> {
  try {
    return await listenAt(app, host, port, patience)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if ((code === 'EADDRINUSE' || code === 'EACCES') && port !== 0) return listenAt(app, host, 0, patience)
    const why =
      code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
        ? 'this machine does not have that address'
        : String(code)
    throw new Failure(`Cannot listen on ${host}: ${why}.`, 1)
  }
}

function listenAt(
  app: Hono,
  host: string,
  port: number,
  {idleTimeout, ...patience}: ConnectionTimeouts,
): Promise<Listener> {
  const serverOptions = {...patience, keepAliveTimeout, maxHeaderSize}
  const server = createAdaptorServer({fetch: app.fetch, overrideGlobalObjects: false, serverOptions})
  server.on('connection', (socket) => socket.setNoDelay(true))
  if ('maxConnections' in server) server.maxConnections = maxConnections
  // Streams send a heartbeat, so a connection is idle only if the client does not read.
  server.setTimeout(idleTimeout)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      // Broken connections are ignored.
      server.on('error', () => {})
      resolve({
        port: portOf(server.address()),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      })
    })
  })
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0
