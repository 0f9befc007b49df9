import {serveArchive} from '../cli/commands/serve/serve-archive.ts'
import type {TerminationSignal} from '../cli/host.ts'
import type {LibraryOptions} from './load-session.ts'
import {withLibraryHost} from './load-session.ts'

/** How the viewer is started. */
export interface ServerStartOptions extends LibraryOptions {
  /** The address to listen at. Default: `127.0.0.1`, which only this machine reaches. */
  readonly host?: string | undefined
  /** Default: 4680, or a free one if that is taken. 0 is always a free one. */
  readonly port?: number | undefined
  /** What visitors must know. Default: a new secret. `false` lets every user of this machine in. */
  readonly token?: string | false | undefined
  /** Whether to leave the archive as it is. Default: no, new sessions are indexed as they are written. */
  readonly readOnly?: boolean | undefined
}

/** The viewer while it runs. */
export interface RunningServer {
  /** Where it is, with the token. */
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
