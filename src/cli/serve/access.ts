import {randomBytes} from 'node:crypto'
import type {Access} from '../../server/server-parts.ts'

/** The names of this machine for itself. */
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean => loopback.has(host) || /^127(?:\.\d{1,3}){3}$/.test(host)

/** Who may come in: on this machine everyone who asks by its own name; from others only who knows the token. */
export function accessFor(host: string, token: string | undefined): Access {
  const isOwn = isLoopback(host)
  return {
    hosts: isOwn ? new Set([...loopback, host]) : undefined,
    token: token ?? (isOwn ? undefined : randomBytes(24).toString('base64url')),
  }
}

/** The address to open, with the token where one is needed. */
export function addressFor(host: string, port: number, {token}: Access): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`
}
