import type {MiddlewareHandler} from 'hono'
import {html} from '../../render/html/html.ts'
import type {Access} from '../server-options.ts'
import {HttpError} from './http-error.ts'

const maxUrlLength = 4096
/** How long a browser keeps the cookie: thirty days. */
const cookieAge = 2_592_000

/**
 * Rejects requests without access. A page of another origin can make a browser send any request, so such requests are
 * rejected, and so are requests to another host name.
 */
export const checkAccess =
  ({hosts, token, redeem = () => false}: Access): MiddlewareHandler =>
  async (context, next) => {
    const {req} = context
    if (req.url.length > maxUrlLength) throw new HttpError(414, 'The address is too long.')
    if (hosts && !requestHostNames(req.raw).every((name) => name !== undefined && hosts.has(name)))
      throw new HttpError(
        421,
        'This server does not answer to this host name. Open the address that recount printed.',
      )
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new HttpError(405, 'The viewer is read-only: only GET and HEAD are allowed.', {
        allow: 'GET, HEAD',
      })
    if (isCrossSite(req.raw))
      throw new HttpError(403, 'Other sites cannot read this page. Open its address directly.')
    if (token === undefined) return next()
    if (hasValidToken(new URL(req.url), token, redeem)) return signIn(req.raw, token)
    if (!isSignedIn(req.raw, token))
      throw new HttpError(
        401,
        'A token is required. Open the address that recount printed when it started.',
        {
          'www-authenticate': 'Bearer',
        },
      )
    return next()
  }

/** Whether an address has the token, or a code that is valid once. */
function hasValidToken({searchParams}: URL, token: string, redeem: (code: string) => boolean): boolean {
  const given = searchParams.get('token')
  const code = searchParams.get('once')
  return (given !== null && timingSafeEqualText(token, given)) || (code !== null && redeem(code))
}

/** Sets the cookie and redirects to the address without the token, so that histories and bookmarks do not contain it. */
function signIn(request: Request, token: string): Response {
  const rest = new URL(request.url)
  for (const name of ['token', 'once']) rest.searchParams.delete(name)
  // Two slashes would name another host.
  const place = `${rest.pathname.replace(/^\/+/, '/')}${rest.search}`
  const cookie = `${cookieName(request)}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${cookieAge}`
  const isElsewhere = !['same-origin', 'none', null].includes(request.headers.get('sec-fetch-site'))
  if (!isElsewhere) return new Response(null, {status: 303, headers: {location: place, 'set-cookie': cookie}})
  // After a link on another site, such as a terminal on the web, a browser does not send a strict cookie to the target of a
  // redirect, but it does after a refresh of our own page.
  const page = html`<!doctype html><meta http-equiv="refresh" content="0;url=${place}"><title>recount</title>`
  return new Response(page.markup, {
    headers: {'content-type': 'text/html; charset=utf-8', 'set-cookie': cookie},
  })
}

/** Cookies are shared between ports, so each viewer on a machine has its own name. */
const cookieName = ({headers}: Request): string => {
  const port = /:(\d{1,5})$/.exec(headers.get('host') ?? '')?.[1]
  return port === undefined ? 'recount' : `recount-${port}`
}

/** The host names of a request: in its header and in its address. */
const requestHostNames = ({url, headers}: Request): readonly (string | undefined)[] =>
  [headers.get('host') ?? '', new URL(url).host].map(hostName)

/** The name in a `Host` header, without the port; `undefined` if it is invalid. */
function hostName(host: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase()
}

/** Browsers say where a request comes from. Links from other sites are allowed. */
function isCrossSite(request: Request): boolean {
  const {headers} = request
  const origin = headers.get('origin')
  if (origin !== null && origin !== ownOrigin(request)) return true
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return false
  return headers.get('sec-fetch-mode') !== 'navigate' || headers.get('sec-fetch-dest') !== 'document'
}

const ownOrigin = (request: Request): string =>
  `${new URL(request.url).protocol}//${request.headers.get('host') ?? ''}`

function isSignedIn(request: Request, token: string): boolean {
  const {headers} = request
  const name = cookieName(request)
  const bearer = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1]
  const cookie = (headers.get('cookie') ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  return (
    (bearer !== undefined && timingSafeEqualText(token, bearer)) ||
    (cookie !== undefined && timingSafeEqualText(encodeURIComponent(token), cookie))
  )
}

/** Compares two texts in constant time. */
function timingSafeEqualText(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)]
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1)
    difference |= (left[at] ?? 0) ^ (right[at % (right.length || 1)] ?? 0)
  return difference === 0
}

const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `font-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ')

const headers: readonly (readonly [string, string])[] = [
  ['content-security-policy', policy],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-embedder-policy', 'require-corp'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
]

/** Pages load only the viewer's own files, and cannot be framed or read by other sites. */
export const setSecurityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of headers) context.res.headers.set(name, value)
  if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store')
}
