import {randomBytes} from 'node:crypto'
import type {Access} from '../../../server/server-options.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {isLoopback, loopbackNames} from '../../loopback.ts'

/** What the user said about who may come in. */
export interface AccessOptions {
  /** The token that the user chose. */
  readonly token?: string | undefined
  /** Everybody on this machine may come in. */
  readonly open?: boolean
}

/** Who may come in, and how a browser that recount starts gets in. */
export interface ViewerAccess extends Access {
  /** Creates a code for one visit. */
  newCode(): string
}

/**
 * Who may come in: only who knows the token, which is made if none is given. That includes this machine, because every
 * user of it can reach its loopback address. `--no-token` admits them all, but no other machine.
 */
export function createAccess(host: string, {token, open = false}: AccessOptions = {}): ViewerAccess {
  const isOwn = isLoopback(host)
  if (open && !isOwn)
    throw new Failure(
      `Cannot serve at ${host} without a token: everyone who can reach this machine could read your sessions. Remove --no-token or --host.`,
      2,
    )
  const codes = new Set<string>()
  return {
    hosts: isOwn ? new Set([...loopbackNames, host]) : undefined,
    token: open ? undefined : (token ?? newSecret()),
    redeem: (code) => codes.delete(code),
    newCode() {
      const code = newSecret()
      codes.add(code)
      return code
    },
  }
}

/** What the options and the environment say. A token in the environment is not seen by who lists processes. */
export function readAccessOptions({env}: Host, {values, switches}: Arguments): AccessOptions {
  const open = switches.has('no-token')
  const token = values.get('token')
  if (open && token !== undefined) throw new Failure('Cannot use --token with --no-token.', 2)
  return {open, token: token ?? (env['RECOUNT_TOKEN'] || undefined)}
}

const newSecret = (): string => randomBytes(24).toString('base64url')

/** The address to print, with the token if one is needed. */
export const addressFor = (host: string, port: number, {token}: Access): string =>
  addressWith(host, port, token === undefined ? '' : `?token=${encodeURIComponent(token)}`)

/**
 * The address for a browser that recount starts. Every user of a machine can see the words that a program was started with,
 * so that it has no token but a code that is good for one visit.
 */
export const addressToOpen = (host: string, port: number, entrance: ViewerAccess): string =>
  addressWith(host, port, entrance.token === undefined ? '' : `?once=${entrance.newCode()}`)

function addressWith(host: string, port: number, query: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/${query}`
}
