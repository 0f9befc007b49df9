import MarkdownIt from 'markdown-it'

/** A page that puts a text where it must not stand as it is. */
export interface VulnerablePage {
  readonly name: string
  /** The families of vectors made for it; all, where none are named. */
  readonly families?: readonly string[]
  readonly page: (text: string) => string
}

const body = (html: string): string => `<!doctype html><body>${html}</body>`

const careless = new MarkdownIt({html: true, linkify: true})
careless.validateLink = () => true

const quoted = (text: string): string => text.replaceAll('"', '&quot;')

/** A page whose script makes something of a text. */
const byScript = (text: string, code: string): string => {
  const literal = JSON.stringify(text).replaceAll('<', '\\u003c')
  return body(`<div id=d></div><script>const text = ${literal}; ${code}</script>`)
}

const attributes = ['ways out of attributes', 'requests']
const scripts = ['ways out of scripts', 'templates']
const late = ['markup that is decoded late']

/** The mistakes people make, each as a page of its own. */
export const vulnerablePages: readonly VulnerablePage[] = [
  {name: 'a body', page: body},
  {name: 'Markdown', families: ['Markdown', 'requests'], page: (text) => body(careless.render(text))},
  {name: 'an attribute in "', families: attributes, page: (text) => body(`<p title="${text}">x</p>`)},
  {name: "an attribute in '", families: attributes, page: (text) => body(`<p title='${text}'>x</p>`)},
  {name: 'an attribute in nothing', families: attributes, page: (text) => body(`<p title=${text}>x</p>`)},
  {name: 'a link', families: ['addresses'], page: (text) => body(`<a href="${quoted(text)}">x</a>`)},
  {name: 'a frame', families: ['addresses'], page: (text) => body(`<iframe src="${quoted(text)}"></iframe>`)},
  {name: 'a style', families: ['requests'], page: (text) => body(`<p style="color:${text}">x</p>`)},
  {
    name: 'a style sheet',
    families: ['requests'],
    page: (text) => body(`<style>p{color:${text}}</style><p>x</p>`),
  },
  ...['"?"', "'?'", '`?`', '[{a: "?"}]', 'Object(["?"])', "Object({a: '?'})", '1; /* ? */', '1; // ?\n'].map(
    (code): VulnerablePage => ({
      name: `a script: ${code}`,
      families: scripts,
      page: (text) => body(`<script>(() => {var a = ${code.replace('?', () => text)}\n})()</script>`),
    }),
  ),
  ...['"', "'"].map(
    (quote): VulnerablePage => ({
      name: `a script that escapes ${quote} and no \\`,
      families: scripts,
      page: (text) =>
        body(`<script>var a = ${quote}${text.replaceAll(quote, `\\${quote}`)}${quote}</script>`),
    }),
  ),
  {
    name: 'an object in a script',
    families: scripts,
    page: (text) => body(`<script>var a = {b: [{c: "${text}"}]}</script>`),
  },
  {
    name: 'a template engine',
    families: scripts,
    page: (text) =>
      byScript(
        text,
        'for (const [, code] of text.matchAll(/(?:{+|<%[=-]|#{)(.+?)(?:}+$|%>)/g)) new Function(code)()',
      ),
  },
  {
    name: 'markup that is parsed twice',
    families: ['markup that changes when it is read again'],
    page: (text) =>
      byScript(text, `d.innerHTML = new DOMParser().parseFromString(text, 'text/html').body.innerHTML`),
  },
  {
    name: 'text of markup taken for markup',
    families: late,
    page: (text) =>
      byScript(text, 'd.innerHTML = text; d.innerHTML = d.textContent; d.innerHTML = d.textContent'),
  },
  {
    name: 'text of markup taken for markup once',
    families: late,
    page: (text) => byScript(text, 'd.innerHTML = text; d.innerHTML = d.textContent'),
  },
  {
    name: 'a decoded address',
    families: late,
    page: (text) => byScript(text, 'd.innerHTML = decodeURIComponent(text)'),
  },
  {
    name: 'a decoded string',
    families: late,
    page: (text) =>
      byScript(
        text,
        'd.innerHTML = text.replace(/\\\\(?:u00|x)(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))',
      ),
  },
  {
    name: 'terminal colours',
    families: ['terminal colours'],
    page: (text) =>
      byScript(
        text,
        `d.innerHTML = text.replace(/\\x1b\\]8;[^;]*;(.*?)(?:\\x07|\\x1b\\\\)(.*?)\\x1b\\]8;;(?:\\x07|\\x1b\\\\)/g, '<a href="$1">$2</a>')`,
      ),
  },
]
