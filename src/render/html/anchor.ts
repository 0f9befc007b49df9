import {escapeHtml} from './escape.ts'

/** A link that opens beside the page and tells the other side nothing. Address and inner HTML must be safe already. */
export const anchor = (url: string, html: string, className = ''): string =>
  `${openAnchor(url, className)}${html}</a>`

/** Its opening tag alone. */
export const openAnchor = (url: string, className = ''): string =>
  `<a${className && ` class="${className}"`} href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer nofollow">`
