import {isMistake, parseQuery, showMistake} from '../../../archive/query/index.ts'
import type {Hit, SearchResult, Snippet} from '../../../archive/search/search-result.ts'
import {toSearchHitJson} from '../../../json/index.ts'
import {formatNoun, plainFirstLine} from '../../../page/index.ts'
import {cut, measure} from '../../../render/terminal/text/measure.ts'
import {wrapLine} from '../../../render/terminal/text/wrap.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import {updateArchive, updateSearchIndex, withArchive} from '../../archive/with-archive.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {type Palette, paletteFor} from '../../output/palette.ts'
import {jsonLine, printable} from '../../output/printable.ts'

const patience = 20_000

/** `recount search`: searches everything that was said or done. */
export const runSearch: RunCommand = (host, given) =>
  withArchive(host, async (archive) => {
    const words = given.operands.join(' ')
    const query = parseQuery(words, {now: host.now(), zone: host.zone})
    if (isMistake(query)) {
      await host.err.write(`${showMistake(words, query).split('\n').slice(0, 2).join('\n')}\n`)
      throw new Failure(query.mistake, 2)
    }
    await updateArchive(host, archive)
    await updateSearchIndex(host, archive)
    const found = await archive.search(query, {
      limit: wholeNumber(given, 'limit', {min: 1, max: 100_000}) ?? 20,
      patience,
      now: host.now,
      overrides: priceOverrides(host),
    })
    if (given.switches.has('json'))
      for (const hit of found.hits) await host.out.write(jsonLine(toSearchHitJson(hit)))
    else await host.painted.write(renderHits(found, host))
    if (found.stopped !== undefined) await host.notify(found.stopped)
  })

/** Renders hits: what and where, the text around it, and the link that opens it. */
export function renderHits(found: SearchResult, host: Pick<Host, 'color' | 'width' | 'zone'>): string {
  const palette = paletteFor(host.color)
  if (found.hits.length === 0) return `${palette.dim('No results.')}\n`
  const more = found.more ? ' (use --limit for more)' : ''
  return [
    ...found.hits.map((hit) => renderHit(hit, palette, host)),
    palette.dim(`${found.more ? 'First ' : ''}${formatNoun(found.hits.length, 'hit')}${more}`),
    '',
  ].join('\n')
}

function renderHit(hit: Hit, palette: Palette, {width, zone}: Pick<Host, 'width' | 'zone'>): string {
  const what = [hit.kind, hit.tool, hit.isError ? 'failed' : undefined, hit.agentId && `agent ${hit.agentId}`]
  const title = hit.title === undefined ? undefined : plainFirstLine(hit.title, 300)
  const where = [formatHitTime(hit, zone), hit.project?.split('/').at(-1), title].filter(Boolean).join(' · ')
  const head = printable(what.filter((word) => word !== undefined).join(' '))
  const mark = hit.isError ? palette.bad : palette.tool
  const room = Math.max(10, width - measure(head) - 2)
  return [
    `${mark(head)}  ${palette.dim(cut(printable(where), room, '…'))}`,
    ...wrapLine(renderSnippet(hit.snippet, palette), Math.max(10, width - 2)).map((line) => `  ${line}`),
    `  ${palette.dim(printable(hit.link))}`,
    '',
  ].join('\n')
}

/** The time in the user's time zone. */
function formatHitTime({at: time}: Hit, zone: string): string {
  const moment = new Intl.DateTimeFormat('sv-SE', {timeZone: zone, dateStyle: 'short', timeStyle: 'short'})
  return time === undefined ? '' : moment.format(time)
}

/** The snippet with the matches in bold. */
function renderSnippet({text, marks, cutBefore, cutAfter}: Snippet, palette: Palette): string {
  let shown = cutBefore ? '…' : ''
  let at = 0
  for (const {start, end} of marks) {
    shown += printable(text.slice(at, start)) + palette.strong(printable(text.slice(start, end)))
    at = end
  }
  return shown + printable(text.slice(at)) + (cutAfter ? '…' : '')
}
