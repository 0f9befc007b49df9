import {type Html, html} from './html.ts'

/** Text whose line ends and spaces count. A browser drops the line end that it begins with. */
export const pre = (className: string, text: Html | string): Html =>
  html`<pre class="${className}">${String(text).startsWith('\n') ? '\n' : ''}${text}</pre>`
