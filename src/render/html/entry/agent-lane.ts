import type {Node, PageEntry} from '../../../page/index.ts'
import {countByGroup, firstLine, formatEntryCounts, kindMarks, walkEntries} from '../../../page/index.ts'
import {html, noHtml} from '../html.ts'
import {renderHtmlNodes} from '../nodes/render-nodes.ts'
import type {HtmlSessionContext} from '../session/session-context.ts'
import {entryClasses} from './entry-classes.ts'
import {entryLineHtml} from './entry-line.ts'

/** An agent's work: a collapsed lane in the agent's hue. */
export function openAgentLane(entry: PageEntry, context: HtmlSessionContext): void {
  const {agents, writer, idOf, options} = context
  const key = entry.lane?.key ?? entry.key
  const classes = `${entryClasses(entry)} lane hue-${context.hueOf(key)}`
  if (entry.below.length === 0 && entry.asked.length === 0) {
    writer.open(
      html`<div class="${classes} line"${writer.id(idOf(entry.anchor))}>${entryLineHtml(entry)}`,
      html`</div>`,
      html`<div>`,
    )
    return
  }
  const agent = agents.get(key)
  const state =
    agent === undefined || agent.state === 'completed'
      ? noHtml
      : html`<span class="outcome">${agent.state}</span>`
  const failed = countFailed(entry)
  const type = agent?.type === undefined || agent.type === entry.title ? [] : [firstLine(agent.type, 40)]
  const asked = renderHtmlNodes(
    entry.asked.flatMap((node) => withoutSaid(node, [...type, entry.title])),
    options,
  )
  const counts = formatEntryCounts(countByGroup(entry.below)) + (failed > 0 ? `, ${failed} failed` : '')
  const inside = [...type, counts].filter(Boolean).join(' · ')
  const name = html`<span class="state" aria-hidden="true">${kindMarks.agent.page}</span><span class="name">${firstLine(entry.title, 120)}</span>`
  writer.open(
    html`<details class="${classes}"${writer.id(idOf(entry.anchor))}><summary class="line fold">${name}<span class="subject">${inside}</span>${state}</summary><div class="lane-body">${asked.markup === '' ? noHtml : html`<div class="asked">${asked}</div>`}`,
    html`</div></details>`,
    html`<details class="${classes}" open><summary class="line fold">${name}<span class="subject">continued</span></summary><div class="lane-body">`,
  )
}

function countFailed(entry: PageEntry): number {
  let failed = 0
  for (const {isError: bad} of walkEntries(entry.below)) if (bad) failed += 1
  return failed
}

/** A node without values that the summary says. */
function withoutSaid(node: Node, said: readonly string[]): readonly Node[] {
  if (node.kind !== 'fields') return [node]
  const fields = node.fields.filter(({value}) => !said.includes(value))
  return fields.length === 0 ? [] : [{...node, fields}]
}
