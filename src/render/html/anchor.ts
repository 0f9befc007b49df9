import {type Html, html, noHtml} from './html.ts'

/** A link that opens beside the page and tells the other side nothing. The address must be safe already. */
export const anchor = (url: string, words: Html | string, className = ''): Html =>
  html`<a${className === '' ? noHtml : html` class="${className}"`} href="${url}"${elsewhere}>${words}</a>`

/** Its opening tag alone. */
export const openAnchor = (url: string): Html => html`<a href="${url}"${elsewhere}>`

const elsewhere = html` target="_blank" rel="noopener noreferrer nofollow"`
