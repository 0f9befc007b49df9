import {spawnSync} from 'node:child_process'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {stripVTControlCharacters} from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The command whose output the picture shows. `--color`, `--width` and `--no-pager` stand in for a real terminal. */
const words = ['show', 'samples/discount/transcript', '--style', 'line']
const width = 104

/**
 * The parts of the output that are shown, each by its first and last line. Dots mark the lines that are left out.
 * @type {[first: RegExp, last: RegExp][]}
 */
const parts = [
  [/Session Initialized/, /Read.* src\/invoice\.ts/],
  [/Bash.* npm test.*exit 1/, /Duration {2}1\.71s/],
  [/Now add a line about it/, /completed.* · /],
]

/** Colours of the eight that the program uses, on a dark background. */
const colors = {31: '#ff7b72', 32: '#56d364', 33: '#e3b341', 34: '#79c0ff', 35: '#d2a8ff', 36: '#56d4dd'}

/** An HTML page that looks like a terminal after the command was run. The text is what the program printed. */
export function drawTerminal() {
  const {stdout, status} = spawnSync(
    process.execPath,
    [join(root, 'dist/cli/main.js'), ...words, '--color', '--width', String(width), '--no-pager'],
    {cwd: root, encoding: 'utf8', env: {TZ: 'UTC', LANG: 'C.UTF-8'}},
  )
  if (status !== 0) throw new Error('recount show failed. Build it first: npm run build.')
  const lines = stdout.trimEnd().split('\n')
  const plain = lines.map(stripVTControlCharacters)
  const shown = parts.map(([first, last]) => {
    const start = plain.findIndex((line) => first.test(line))
    const end = plain.findIndex((line, index) => index > start && last.test(line))
    if (start === -1 || end === -1)
      throw new Error('The sample has changed. Choose other lines for the picture.')
    return `<pre>${toHtml(lines.slice(start, end + 1).join('\n'))}</pre>`
  })
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>
<main><header><i></i><i></i><i></i><b>~/recount</b></header>
<pre><span class="prompt">$</span> recount ${words.join(' ')}</pre>
${shown.join('<hr>')}</main>`
}

const style = `
  body {margin: 0; background: transparent; display: inline-block}
  main {background: #0d1117; color: #e6edf3; border-radius: 10px; overflow: hidden; padding-bottom: 14px;
    border: 1px solid #30363d}
  header {display: flex; gap: 8px; align-items: center; padding: 11px 14px; background: #161b22; position: relative}
  header i {width: 12px; height: 12px; border-radius: 50%; background: #ff5f57}
  header i:nth-child(2) {background: #febc2e}
  header i:nth-child(3) {background: #28c840}
  header b {position: absolute; left: 0; right: 0; text-align: center; font: 12px 'DejaVu Sans', sans-serif; color: #8b949e}
  pre {margin: 0; padding: 0 20px; width: ${width}ch; font: 13px/19.5px 'DejaVu Sans Mono', monospace}
  .prompt {color: #56d364}
  .bold {font-weight: bold; color: #fff}
  .dim {color: #8b949e}
  header + pre {padding-top: 12px}
  hr {margin: 10px 0; border: 0; height: 9px;
    background: radial-gradient(circle at 50% 50%, #484f58 1.6px, transparent 2px) center / 16px 9px repeat-x;
    mask: linear-gradient(90deg, transparent 42%, #000 45%, #000 55%, transparent 58%)}
  ${Object.entries(colors)
    .map(([code, color]) => `.c${code} {color: ${color}}`)
    .join('\n  ')}`

/** Text with the escape sequences for bold, dim and colour as HTML. @param {string} text */
function toHtml(text) {
  const classes = {weight: '', color: ''}
  let html = ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
  for (const [, code, words = ''] of text.matchAll(/(?:\u001B\[(\d+)m)?([^\u001B]*)/g)) {
    if (code === '1') classes.weight = 'bold'
    else if (code === '2') classes.weight = 'dim'
    else if (code === '22') classes.weight = ''
    else if (code === '39') classes.color = ''
    else if (code !== undefined) classes.color = `c${code}`
    const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const names = `${classes.weight} ${classes.color}`.trim()
    html += names === '' ? escaped : `<span class="${names}">${escaped}</span>`
  }
  return html
}
