/** Text whose line ends and spaces count, already escaped. A browser drops the line end that it begins with. */
export const pre = (className: string, html: string): string =>
  `<pre class="${className}">${html.startsWith('\n') ? '\n' : ''}${html}</pre>`
