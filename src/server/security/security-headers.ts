import type {MiddlewareHandler} from 'hono'

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

/** Nothing here may run or load anything but the viewer's own files, be framed, or be read from elsewhere. */
export const setSecurityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of headers) context.res.headers.set(name, value)
  if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store')
}
