import {
  createTimeline,
  firstLine,
  formatDuration,
  formatNoun,
  maxTimelineRows,
  type Timeline,
  type TimelineBar,
  type TimelineLane,
} from '../../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../html.ts'
import {formatHtmlTime} from '../text/time-tag.ts'
import {anchorHref, type HtmlSessionContext} from './session-context.ts'

const rowHeight = 6
const percent = (share: number): string => `${(100 * share).toFixed(2)}%`

/** The session drawn to scale, a lane for each agent; every bar links to its entry. */
export function timelineSvg(context: HtmlSessionContext): Html {
  const timeline = createTimeline(context.session)
  if (!timeline || !context.options.timestamps) return noHtml
  const hidden =
    timeline.hiddenLanes > 0
      ? html`<p class="more">and ${formatNoun(timeline.hiddenLanes, 'more agent')}</p>`
      : ''
  return joinHtml([
    html`<figure class="timeline" aria-label="Timeline"><div class="track"><span class="lane-name">turns</span>${turnsOf(timeline, context)}</div>`,
    ...timeline.lanes.map((lane) => trackOf(lane, timeline, context)),
    html`<div class="track axis"><span class="lane-name"></span>${axisOf(timeline, context)}</div>${hidden}</figure>`,
  ])
}

function turnsOf({turns, cuts}: Timeline, context: HtmlSessionContext): Html {
  const bars = turns.map((bar) =>
    link(
      bar,
      context,
      html`<rect class="turn-bar" x="${percent(bar.from)}" y="2" width="${percent(bar.to - bar.from)}" height="8"/><rect class="turn-tick" x="${percent(bar.from)}" y="0" width="2" height="12"/>`,
    ),
  )
  return html`<svg height="12" aria-hidden="true" focusable="false">${cutsOf(cuts, 12)}${bars}</svg>`
}

function trackOf({key, name, bars}: TimelineLane, {cuts}: Timeline, context: HtmlSessionContext): Html {
  const rows = Math.min(
    maxTimelineRows,
    bars.reduce((most, {row}) => Math.max(most, row + 1), 1),
  )
  const height = rows * (rowHeight + 2) + 4
  const shapes = bars.map((bar) => {
    const y = 2 + bar.row * (rowHeight + 2)
    const moment = bar.to - bar.from < 0.0015
    const size = moment ? html`width="2"` : html`width="${percent(bar.to - bar.from)}"`
    const classes = `did a-${bar.actor}${bar.failed ? ' failed' : ''}`
    return link(
      bar,
      context,
      html`<rect class="${classes}" x="${percent(bar.from)}" y="${y}" ${size} height="${rowHeight}"/>`,
    )
  })
  const hue = key === undefined ? '' : ` hue-${context.hueOf(key)}`
  return joinHtml([
    html`<div class="track${hue}"><span class="lane-name" title="${firstLine(name)}">${firstLine(name, 40)}</span>`,
    html`<svg height="${height}" aria-hidden="true" focusable="false">${cutsOf(cuts, height)}${shapes}</svg></div>`,
  ])
}

const link = ({anchor, text, count}: TimelineBar, context: HtmlSessionContext, shape: Html): Html =>
  html`<a href="${anchorHref(context, anchor, 1)}" tabindex="-1"><title>${count > 1 ? `${text} and ${formatNoun(count - 1, 'more', 'more')}` : text}</title>${shape}</a>`

const cutsOf = (cuts: Timeline['cuts'], height: number): Html =>
  joinHtml(
    cuts.map(
      ({from, to, durationMs}) =>
        html`<rect class="cut" x="${percent(from)}" y="0" width="${percent(to - from)}" height="${height}"><title>${formatDuration(durationMs)} without activity</title></rect>`,
    ),
  )

function axisOf({ticks, cuts}: Timeline, {options}: HtmlSessionContext): Html {
  const span = (ticks.at(-1)?.time ?? 0) - (ticks[0]?.time ?? 0)
  const style = span < 300_000 && cuts.length === 0 ? 'second' : 'minute'
  const labels = ticks.map(
    ({at, time}) =>
      html`<rect class="tick" x="${percent(at)}" y="0" width="1" height="4"/><text x="${percent(at)}" y="15">${formatHtmlTime(time, options.zone, style)}</text>`,
  )
  return html`<svg height="18" aria-hidden="true" focusable="false">${labels}</svg>`
}
