import type {MiddlewareHandler} from 'hono'
import {html} from '../../render/html/html.ts'
import type {Access} from '../server-options.ts'
import {HttpError} from './http-error.ts'

const maxUrlLength = 4096
/** How long a browser keeps the cookie: thirty days. */
const cookieAge = 2_592_000

/**
 * Lets in who may come in. A page of another origin can make a browser ask us for anything: such requests are refused,
 * whatever they ask, and so are those that reached us under a name that is not ours.
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

/** Whether an address lets somebody in: by the token, or by a code that is good for one visit. */
function hasValidToken({searchParams}: URL, token: string, redeem: (code: string) => boolean): boolean {
  const given = searchParams.get('token')
  const code = searchParams.get('once')
  return (given !== null && timingSafeEqualText(token, given)) || (code !== null && redeem(code))
}

/** Keeps the token in a cookie and leads to the same address without it, so that it stays in no history and no bookmark. */
function signIn(request: Request, token: string): Response {
  const rest = new URL(request.url)
  for (const name of ['token', 'once']) rest.searchParams.delete(name)
  // Two slashes would name another host.
  const place = `${rest.pathname.replace(/^\/+/, '/')}${rest.search}`
  const cookie = `${cookieName(request)}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${cookieAge}`
  const isElsewhere = !['same-origin', 'none', null].includes(request.headers.get('sec-fetch-site'))
  if (!isElsewhere) return new Response(null, {status: 303, headers: {location: place, 'set-cookie': cookie}})
  // Behind a link on another site, as in a terminal on the web, a browser does not send a strict cookie where it is
  // redirected to; where a page of ours leads it does.
  const page = html`<!doctype html><meta http-equiv="refresh" content="0;url=${place}"><title>recount</title>`
  return new Response(page.markup, {
    headers: {'content-type': 'text/html; charset=utf-8', 'set-cookie': cookie},
  })
}

/** Cookies know no ports: two viewers on one machine must not take each other's. */
const cookieName = ({headers}: Request): string => {
  const port = /:(\d{1,5})$/.exec(headers.get('host') ?? '')?.[1]
  return port === undefined ? 'recount' : `recount-${port}`
}

/** The names that a request was sent to: that of its header, and that of its address where it holds one. */
const requestHostNames = ({url, headers}: Request): readonly (string | undefined)[] =>
  [headers.get('host') ?? '', new URL(url).host].map(hostName)

/** The name in a `Host` header, without its port; nothing where it is none. */
function hostName(host: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase()
}

/** Browsers say where a request comes from. A link that was followed may lead here from anywhere. */
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

/** Compares two texts in a time that does not tell where they differ. */
function timingSafeEqualText(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)]
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1)
    difference |= (left[at] ?? 0) ^ (right[at % (right.length || 1)] ?? 0)
  return difference === 0
}
