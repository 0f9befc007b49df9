import {serveArchive} from '../cli/commands/serve/serve-archive.ts'
import type {TerminationSignal} from '../cli/host.ts'
import {type LibraryOptions, withLibraryHost} from './load-session.ts'

/** How to start the viewer. */
export interface ServerStartOptions extends LibraryOptions {
  /** The address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined
  /** Default: 4680, or a free port if it is in use. 0 is always a free port. */
  readonly port?: number | undefined
  /** The token that visitors must supply. Default: a new one. `false` admits every user of this machine. */
  readonly token?: string | false | undefined
  /** Whether to leave the archive unchanged. Default: no; new sessions are indexed. */
  readonly readOnly?: boolean | undefined
}

/** A running viewer. */
export interface RunningServer {
  /** Its address, with the token. */
  readonly url: string
  /** Ends all connections. */
  close(): Promise<void>
}

/**
 * Starts the web viewer over all sessions, as `recount serve` does.
 *
 * @example
 * import {startServer} from 'recount/server'
 *
 * const server = await startServer({port: 0})
 * console.log(server.url)
 * await server.close()
 */
export async function startServer(options: ServerStartOptions = {}): Promise<RunningServer> {
  const {host, port, token, readOnly = false} = options
  const values = new Map<string, string>()
  if (host !== undefined) values.set('host', host)
  if (port !== undefined) values.set('port', String(port))
  if (typeof token === 'string') values.set('token', token)
  const switches = new Set([...(token === false ? ['no-token'] : []), ...(readOnly ? ['read-only'] : [])])
  let stop: (signal: TerminationSignal) => void = () => {}
  let ended: Promise<void> = Promise.resolve()
  const url = await new Promise<string>((resolve, reject) => {
    ended = withLibraryHost(options, (own) => {
      const signals = {
        listen(listener: (signal: TerminationSignal) => void) {
          stop = listener
          return () => {}
        },
        raise() {},
      }
      const serving = Object.create(own, {signals: {value: signals}})
      return serveArchive(serving, {operands: [], values, switches}, undefined, resolve)
    })
    ended.catch(reject)
  })
  return {
    url,
    async close() {
      stop('SIGINT')
      await ended
    },
  }
}
