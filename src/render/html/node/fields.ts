import type {Field, FieldRole, NodeOf} from '../../../page/index.ts'
import {anchor} from '../anchor.ts'
import {plainHtml} from '../ansi-html.ts'
import {fileUrl} from '../git-links.ts'
import {type Html, html} from '../html.ts'
import type {NodeContext} from '../node-context.ts'
import {safeUrl} from '../safe-url.ts'

type Writer = (value: string, context: NodeContext) => Html

const words: Writer = plainHtml
const typed: Writer = (value, context) => html`<code>${plainHtml(value, context)}</code>`

const writers: Readonly<Record<FieldRole, Writer>> = {
  command: typed,
  description: words,
  file,
  folder: typed,
  pattern: typed,
  url,
  query: words,
  prompt: words,
  agent: words,
  model: typed,
  server: words,
  task: typed,
  time: words,
  number: words,
  money: words,
  setting: words,
}

/** Named values, each set as what it is. */
export const fields = (node: NodeOf<'fields'>, context: NodeContext): Html =>
  html`<dl class="fields">${node.fields.map((field) => pair(field, context))}</dl>`

const pair = ({role, label, value}: Field, context: NodeContext): Html =>
  html`<div class="field-${role}"><dt>${label}</dt><dd>${writers[role](value, context)}</dd></div>\n`

function url(value: string): Html {
  const address = safeUrl(value)
  return address === undefined ? html`<code>${value}</code>` : anchor(address, value)
}

/** `src/a.ts`, or `src/a.ts:12`. */
function file(value: string, context: NodeContext): Html {
  const [, path = value, line] = /^(.+?)(?::(\d{1,7}))?$/.exec(value) ?? []
  const address = fileUrl(path, line === undefined ? undefined : Number(line), context)
  const shown = html`<code>${value}</code>`
  return address === undefined ? shown : anchor(address, shown)
}
