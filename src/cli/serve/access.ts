import {randomBytes} from 'node:crypto'
import type {Access} from '../../server/server-parts.ts'
import {isLoopback, loopbackNames} from '../loopback.ts'

/** Who may come in: on this machine everyone who asks by its own name; from others only who knows the token. */
export function accessFor(host: string, token: string | undefined): Access {
  const isOwn = isLoopback(host)
  return {
    hosts: isOwn ? new Set([...loopbackNames, host]) : undefined,
    token: token ?? (isOwn ? undefined : randomBytes(24).toString('base64url')),
  }
}

/** The address to open, with the token where one is needed. */
export function addressFor(host: string, port: number, {token}: Access): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`
}
