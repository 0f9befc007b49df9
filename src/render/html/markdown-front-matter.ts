import {type Html, html, noHtml} from './html.ts'

const fence = /^---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/

/** The YAML at the beginning of a Markdown file as a table, and what follows it; where there is none, all follows. */
export function frontMatter(source: string): {readonly table: Html; readonly body: string} {
  const found = source.startsWith('---') ? fence.exec(source) : undefined
  const rows = found ? rowsOf(found[1] ?? '') : undefined
  if (!found || !rows) return {table: noHtml, body: source}
  const items = rows.map(
    ([key, lines]) => html`<tr><th scope="row">${key}</th><td>${lines.join('\n')}</td></tr>`,
  )
  return {
    table: html`<table class="front-matter">${items}</table>\n`,
    body: source.slice(found[0].length),
  }
}

/** Keys of the first level, each with its lines as they stand; nothing where something else is in there. */
function rowsOf(yaml: string): readonly (readonly [string, readonly string[]])[] | undefined {
  const rows: [string, string[]][] = []
  for (const line of yaml.split(/\r?\n/)) {
    const pair = /^([\w$][\w .$-]{0,80}?):(?:\s+(.*))?$/.exec(line)
    const last = rows.at(-1)
    if (pair) rows.push([pair[1] ?? '', pair[2] === undefined ? [] : [unquoted(pair[2])]])
    else if (last && /^(?:\s|- |-$|#|$)/.test(line)) last[1].push(line)
    else return undefined
  }
  return rows.length === 0 ? undefined : rows
}

const unquoted = (value: string): string => /^(["'])([^"'\\]*)\1$/.exec(value.trim())?.[2] ?? value.trim()
