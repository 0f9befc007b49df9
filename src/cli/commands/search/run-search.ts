import {isMistake, parseQuery, showMistake} from '../../../archive/query/index.ts'
import {toSearchHitJson} from '../../../json/index.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import {updateArchive, updateSearchIndex, withArchive} from '../../archive/with-archive.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {wholeNumber} from '../../arguments/whole-number.ts'
import {Failure} from '../../failure.ts'
import {jsonLine} from '../../output/printable.ts'
import {renderHits} from './render-hits.ts'

const patience = 20_000

/** `recount search`: everything that was said and done, found by its words. */
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
