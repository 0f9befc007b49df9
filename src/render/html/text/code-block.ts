import {type Html, html, noHtml} from '../html.ts'

/** Names of languages that the highlighter knows. */
const languageName = /^[a-z0-9][a-z0-9+#_.-]{0,31}$/i

/**
 * Source code. The browser colours it later, by its class, when it is in sight. The numbers of its lines are drawn by
 * the style sheet, so that they are not copied along.
 */
export function codeBlockHtml(source: string, language: string | undefined, firstLine?: number): Html {
  const name = language !== undefined && languageName.test(language) ? language.toLowerCase() : undefined
  const className = name === undefined ? noHtml : html` class="language-${name}"`
  const text = source.endsWith('\n') ? source.slice(0, -1) : source
  const code = html`<code${className}>${text}</code>`
  const numbers = firstLine === undefined ? noHtml : numbersFrom(firstLine, text)
  return html`<pre class="code${numbers === noHtml ? '' : ' numbered'}" tabindex="0">${numbers}${code}</pre>\n`
}

function numbersFrom(first: number, text: string): Html {
  if (!Number.isSafeInteger(first)) return noHtml
  let numbers = String(first)
  let line = first
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    line += 1
    numbers += `\n${line}`
  }
  return html`<span class="numbers" data-numbers="${numbers}"></span>`
}

/** Text whose line ends and spaces count. A browser drops the line end that it begins with. */
export const preHtml = (className: string, text: Html | string): Html =>
  html`<pre class="${className}">${String(text).startsWith('\n') ? '\n' : ''}${text}</pre>`
