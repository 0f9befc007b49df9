/** The names of this machine for itself; URLs have IPv6 addresses in brackets. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '::1', '[::1]']

const byte = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const loopbackAddress = new RegExp(`^127(?:\\.${byte}){3}$`)

/**
 * Whether a host is always this machine: exactly `localhost`, `::1` or 127.0.0.0/8. Names that only start or end like
 * that, such as `localhost.example.com` and `127.0.0.1.nip.io`, lead elsewhere. Takes the `hostname` of
 * a parsed URL, or the address of a listener.
 */
export const isLoopback = (host: string): boolean =>
  loopbackNames.includes(host) || loopbackAddress.test(host)

/** A normalized address that no one can read on the way: https, or http on this machine. `undefined` for others. */
export function privateAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPrivate = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  return isPrivate ? url.href : undefined
}
