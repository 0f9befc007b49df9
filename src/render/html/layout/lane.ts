import type {Node, PageEntry} from '../../../page/index.ts'
import {countBelow, formatCounts, oneLine, walkEntries} from '../../../page/index.ts'
import {classesOf} from '../classes-of.ts'
import {escapeHtml} from '../escape.ts'
import type {Frame} from '../frame.ts'
import {kindMarks} from '../marks.ts'
import {renderNodes} from '../render-nodes.ts'
import {lineOf} from './line.ts'

/** An agent's work: a lane of its own, folded, in the agent's hue. */
export function openLane(entry: PageEntry, frame: Frame): void {
  const {agents, writer, idOf, options} = frame
  const key = entry.lane?.key ?? entry.key
  const classes = `${classesOf(entry)} lane hue-${frame.hueOf(key)}`
  if (entry.below.length === 0 && entry.asked.length === 0) {
    writer.open(
      `<div class="${classes} line"${writer.id(idOf(entry.anchor))}>${lineOf(entry)}`,
      '</div>',
      '<div>',
    )
    return
  }
  const agent = agents.get(key)
  const state =
    agent === undefined || agent.state === 'completed' ? '' : `<span class="outcome">${agent.state}</span>`
  const failed = countFailed(entry)
  const type = agent?.type === undefined || agent.type === entry.title ? [] : [oneLine(agent.type, 40)]
  const asked = renderNodes(
    entry.asked.flatMap((node) => withoutSaid(node, [...type, entry.title])),
    options,
  )
  const counts = formatCounts(countBelow(entry.below)) + (failed > 0 ? `, ${failed} failed` : '')
  const inside = escapeHtml([...type, counts].filter(Boolean).join(' · '))
  const name = `<span class="state" aria-hidden="true">${kindMarks.agent}</span><span class="name">${escapeHtml(oneLine(entry.title, 120))}</span>`
  writer.open(
    `<details class="${classes}"${writer.id(idOf(entry.anchor))}><summary class="line fold">${name}<span class="subject">${inside}</span>${state}</summary>` +
      `<div class="lane-body">${asked === '' ? '' : `<div class="asked">${asked}</div>`}`,
    '</div></details>',
    `<details class="${classes}" open><summary class="line fold">${name}<span class="subject">continued</span></summary><div class="lane-body">`,
  )
}

function countFailed(entry: PageEntry): number {
  let failed = 0
  for (const {failed: bad} of walkEntries(entry.below)) if (bad) failed += 1
  return failed
}

/** A node without values that the summary says. */
function withoutSaid(node: Node, said: readonly string[]): readonly Node[] {
  if (node.kind !== 'fields') return [node]
  const fields = node.fields.filter(({value}) => !said.includes(value))
  return fields.length === 0 ? [] : [{...node, fields}]
}
