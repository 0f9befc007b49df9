import {randomBytes} from 'node:crypto'
import type {Access} from '../../../server/server-options.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {isLoopback, loopbackNames} from '../../loopback.ts'

/** The user's options for access to the viewer. */
export interface AccessOptions {
  /** The token that the user chose. */
  readonly token?: string | undefined
  /** Every user of this machine has access, without a token. */
  readonly open?: boolean
}

/** Who has access, and how a browser that recount starts gets it. */
export interface ViewerAccess extends Access {
  /** Creates a code that is valid once. */
  newCode(): string
}

/**
 * Access needs the token, which is generated if none is given. That includes this machine, because all of its users can
 * reach its loopback address. `--no-token` admits them, but no other machine.
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

/** Reads the options and the environment. A token in the environment does not appear in the process list. */
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
 * The address for a browser that recount starts. Every user of a machine can see the arguments of a process, so it has a
 * code that is valid once instead of the token.
 */
export const addressToOpen = (host: string, port: number, access: ViewerAccess): string =>
  addressWith(host, port, access.token === undefined ? '' : `?once=${access.newCode()}`)

function addressWith(host: string, port: number, query: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/${query}`
}
