import {createOutline, formatCount, kindMarks, type Landmark, type OutlineTurn} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'
import {formatHtmlTime, timeTag} from '../text/time-tag.ts'
import {anchorHref, type HtmlSessionContext, partLink} from './session-context.ts'

/** The outline of a session next to one of its parts; other parts are named without their landmarks. */
export function renderOutlineList(
  context: HtmlSessionContext,
  part: number,
  parts: number,
  turns: readonly OutlineTurn[] = createOutline(context.session),
): Html {
  const longest = turns.reduce((most, {durationMs = 0}) => Math.max(most, durationMs), 1)
  let day = ''
  let inPart = 0
  const items = turns.map((turn) => {
    const there = context.writer.partOf(context.idOf(turn.anchor)) ?? part
    const date =
      turn.time === undefined || !context.options.timestamps
        ? day
        : formatHtmlTime(turn.time, context.options.zone, 'day')
    const partLine = parts > 1 && there !== inPart ? partName(context, there, part) : ''
    const dayLine = date === day ? noHtml : html`<li class="day">${date}</li>`
    day = date
    inPart = there
    return html`${partLine}${dayLine}${turnItem(turn, context, part, there === part, longest)}`
  })
  return html`<ol class="outline">${items}</ol>`
}

const partName = ({options}: HtmlSessionContext, there: number, part: number): Html =>
  there === part
    ? html`<li class="part here">Part ${there}</li>`
    : html`<li class="part"><a href="${partLink(options, there)}">Part ${there}</a></li>`

function turnItem(
  turn: OutlineTurn,
  context: HtmlSessionContext,
  part: number,
  isHere: boolean,
  longest: number,
): Html {
  const {options} = context
  const time = options.timestamps ? timeTag(turn.time, options.zone, 'minute') : ''
  const left = turn.branch === undefined ? '' : ' left'
  const glyph = turn.kind === undefined ? '' : kindMarks[turn.kind].page
  const took =
    turn.durationMs === undefined
      ? noHtml
      : html`<svg class="scale" height="3" aria-hidden="true"><rect width="${((100 * turn.durationMs) / longest).toFixed(1)}%" height="3"/></svg>`
  const below =
    isHere && turn.landmarks.length > 0
      ? html`<ul>${turn.landmarks.map((mark) => landmarkItem(mark, context, part))}${moreItem(turn.more)}</ul>`
      : ''
  const text = turn.text === '' ? 'Start' : turn.text
  return html`<li class="turn-item${left}"><a href="${anchorHref(context, turn.anchor, part)}"><span class="glyph" aria-hidden="true">${glyph}</span><span class="words">${text}</span>${time}${took}</a>${below}</li>`
}

const moreItem = (more: number): Html =>
  more > 0 ? html`<li class="more">${formatCount(more)} more</li>` : noHtml

const glyphs: Readonly<Record<Landmark['kind'], string>> = {
  compaction: kindMarks.compaction.page,
  error: '✗',
  agent: kindMarks.agent.page,
  steering: kindMarks.steering.page,
}

function landmarkItem({kind, anchor, text, lane}: Landmark, context: HtmlSessionContext, part: number): Html {
  const hue = lane === undefined ? '' : ` hue-${context.hueOf(lane)}`
  return html`<li class="mark-${kind}${hue}"><a href="${anchorHref(context, anchor, part)}"><span class="glyph" aria-hidden="true">${glyphs[kind]}</span><span class="words">${text}</span></a></li>`
}
