import type {Entry, Node} from '../../page/index.ts'
import {truncate} from '../../page/index.ts'
import {clockTime} from './clock-time.ts'
import {eventLines} from './event-lines.ts'
import {excerpt, wholeExcerpt} from './excerpt.ts'
import {glyphsFor} from './glyphs.ts'
import {askedBesides, isSpoken, isTitled} from './heading.ts'
import {gutterOf, laneName} from './lane.ts'
import type {Look} from './look.ts'
import {markOf, penOf} from './mark.ts'
import {measure} from './measure.ts'
import {pack} from './pack.ts'
import {renderNodes} from './render-nodes.ts'
import {sanitizeLine} from './sanitize.ts'

const timeWidth = 9

/** An entry in one or two lines; what was said is shown whole. A new turn has an empty line before it. */
export function renderLine(entry: Entry, look: Look): string {
  const gutter = gutterOf(entry.lane, look)
  const margin = look.timestamps ? timeWidth : 0
  const width = Math.max(1, look.width - margin - gutter.width)
  const lines = isSpoken(entry) ? spokenLines(entry, look, width) : toldLines(entry, look, width)
  const text = lines.map((line, index) => {
    const time = index === 0 && entry.time !== undefined ? clockTime(entry.time, look.zone) : ''
    return `${margin === 0 ? '' : look.paint.dim(time.padEnd(margin))}${gutter.text}${line}`.trimEnd()
  })
  const newTurn = entry.kind === 'prompt' && !entry.lane && (entry.turn ?? 1) > 1
  return `${newTurn ? '\n' : ''}${text.join('\n')}\n`
}

/** `explore ·` before everything a sub-agent says or does; where it sets to work, its name is the title. */
const nameOf = ({lane, kind}: Entry, look: Look, width: number): string =>
  lane && kind !== 'agent'
    ? `${look.paint.agent(lane.key, laneName(lane, look, width))} ${look.paint.dim(glyphsFor(look).dot)}`
    : ''

function spokenLines(entry: Entry, look: Look, width: number): readonly string[] {
  const mark = penOf(entry, look)(markOf(entry, look))
  const worded = look.style === 'plain' || isTitled(entry)
  const head = [
    nameOf(entry, look, width),
    ...(worded ? [mark] : []),
    ...(isTitled(entry) ? [look.paint.strong(sanitizeLine(entry.title))] : []),
  ].filter((part) => part !== '')
  const pen = entry.kind === 'thinking' ? look.paint.dim : entry.kind === 'prompt' ? look.paint.person : same
  const indent = worded ? '  ' : ' '.repeat(measure(mark) + 1)
  const said = renderNodes(truncate(entry.asked, look.limits), look, Math.max(1, width - indent.length)).map(
    pen,
  )
  const body = said.map((line, index) => (index === 0 && !worded ? `${mark} ${line}` : indent + line))
  if (head.length === 0) return body
  const first = head.join(' ')
  const short = body.length === 1 ? `${first} ${(body[0] ?? '').trimStart()}` : undefined
  return short !== undefined && measure(short) <= width ? [short] : [first, ...body]
}

const same = (text: string): string => text

/** An event beside a name needs more than a few columns. */
const leastBesideName = 16

function toldLines(entry: Entry, look: Look, width: number): readonly string[] {
  const name = nameOf(entry, look, width)
  const left = name === '' ? width : width - measure(name) - 1
  const beside = left >= leastBesideName
  const [first = '', ...more] = eventLines(entry, look, beside ? left : width, width)
  const head = name === '' ? [first] : beside ? [`${name} ${first}`] : [name, first]
  return [...head, ...more, ...detailOf(entry, look, width - 2).map((line) => `  ${line}`)]
}

/** What is worth a second look: why it went wrong, else the beginning of what came where no outcome says it. */
function detailOf(entry: Entry, look: Look, width: number): readonly string[] {
  const {state, kind, asked, answered, outcome} = entry
  const {dim} = look.paint
  if (kind === 'result')
    return [
      ...factLines(asked, look, width).map(dim),
      ...renderNodes(truncate(answered, look.limits), look, width),
    ]
  switch (state) {
    case 'pending':
    case 'running':
      return []
    case 'completed':
      return outcome === undefined ? excerpt(answered, look, width, 1).map(dim) : []
    case 'failed':
    case 'orphaned':
      return wholeExcerpt(answered, look, width, 4)
    case 'denied':
    case 'interrupted':
      return wholeExcerpt(answered, look, width, 2)
    case undefined: {
      const besides = askedBesides(entry)
      const rest = [...besides.filter(({kind}) => kind !== 'fields'), ...answered]
      return [...excerpt(rest, look, width, 3), ...factLines(besides, look, width)].map(dim)
    }
  }
}

/** Fields side by side, as many in a line as fit. */
function factLines(nodes: readonly Node[], look: Look, width: number): readonly string[] {
  const {dot, ellipsis} = glyphsFor(look)
  const facts = nodes.flatMap((node) =>
    node.kind === 'fields' ? node.fields.map(({label, value}) => sanitizeLine(`${label}: ${value}`)) : [],
  )
  return pack(facts, look.style === 'plain' ? ', ' : ` ${dot} `, '', width, ellipsis)
}
