import type {MiddlewareHandler} from 'hono'
import type {Access} from '../server-parts.ts'
import {Refusal} from './refusal.ts'
import {sameText} from './same-text.ts'

const longestAddress = 4096
const cookieName = 'recount'

/**
 * Lets in who may come in. A page of another origin can make a browser ask us for anything: such requests are refused,
 * whatever they ask, and so are those that reached us under a name that is not ours.
 */
export const guard =
  ({hosts, token}: Access): MiddlewareHandler =>
  async (context, next) => {
    const {req} = context
    if (req.url.length > longestAddress) throw new Refusal(414, 'This address is too long.')
    if (hosts && !namesOf(req.raw).every((name) => name !== undefined && hosts.has(name)))
      throw new Refusal(
        421,
        'This server is not asked for under this name. Open it by the address that it printed.',
      )
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new Refusal(405, 'Nothing can be changed here, only looked at.', {allow: 'GET, HEAD'})
    if (isForeign(req.raw))
      throw new Refusal(403, 'Pages of other origins may not read what is here. Open this address by itself.')
    if (token === undefined) return next()
    const given = new URL(req.url).searchParams.get('token')
    if (given !== null && sameText(token, given)) {
      const rest = new URL(req.url)
      rest.searchParams.delete('token')
      const cookie = `${cookieName}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`
      // Two slashes would name another host.
      const path = rest.pathname.replace(/^\/+/, '/')
      return new Response(null, {
        status: 303,
        headers: {location: `${path}${rest.search}`, 'set-cookie': cookie},
      })
    }
    if (!known(req.raw, token))
      throw new Refusal(
        401,
        'A token is needed. Open the address that the server printed when it was started.',
        {
          'www-authenticate': 'Bearer',
        },
      )
    return next()
  }

/** The names that a request was sent to: that of its header, and that of its address where it holds one. */
const namesOf = ({url, headers}: Request): readonly (string | undefined)[] =>
  [headers.get('host') ?? '', new URL(url).host].map(hostName)

/** The name in a `Host` header, without its port; nothing where it is none. */
function hostName(host: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase()
}

/** Browsers say where a request comes from. A link that was followed may lead here from anywhere. */
function isForeign(request: Request): boolean {
  const {headers} = request
  const origin = headers.get('origin')
  if (origin !== null && origin !== ownOrigin(request)) return true
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return false
  return headers.get('sec-fetch-mode') !== 'navigate' || headers.get('sec-fetch-dest') !== 'document'
}

const ownOrigin = (request: Request): string =>
  `${new URL(request.url).protocol}//${request.headers.get('host') ?? ''}`

function known({headers}: Request, token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1]
  const cookie = (headers.get('cookie') ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
  return (
    (bearer !== undefined && sameText(token, bearer)) ||
    (cookie !== undefined && sameText(encodeURIComponent(token), cookie))
  )
}
