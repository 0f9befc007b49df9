import {html, noHtml} from '../../render/html/html.ts'
import type {ServerParts} from '../server-parts.ts'
import {appDocument} from './app-document.ts'

const names: ReadonlyMap<number, string> = new Map([
  [400, 'That cannot be asked'],
  [401, 'Who are you?'],
  [403, 'Not from there'],
  [404, 'Not here'],
  [405, 'Only looking'],
  [414, 'Too long'],
  [421, 'Wrong name'],
  [500, 'Something went wrong'],
  [503, 'Too many at once'],
])

/** What went wrong, why, and what to do. */
export function errorPage(status: number, sentence: string, parts: ServerParts): string {
  const title = names.get(status) ?? 'Something went wrong'
  // Whoever may not come in is told nothing of what is inside.
  const isOutside = status === 401 || status === 403 || status === 421
  const back = isOutside ? noHtml : html`<p><a href="/">All sessions</a></p>`
  return appDocument(
    {
      title,
      place: undefined,
      body: html`<main id="conversation" class="error" tabindex="-1"><h1>${title}</h1><p>${sentence}</p>${back}</main>`,
    },
    isOutside ? {...parts, isSample: false} : parts,
  )
}
