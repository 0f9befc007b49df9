import {reconcile} from '../../archive/usage/reconcile.ts'
import {usageGroups} from '../../archive/usage/usage-report.ts'
import type {Arguments, Run} from '../command.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {moment, momentAfter} from '../moment.ts'
import {priceOverrides} from '../price-overrides.ts'
import {jsonLine} from '../printable.ts'
import {reconcileText} from '../reconcile-table.ts'
import {usageText} from '../usage-table.ts'
import {bringUpToDate, withArchive} from '../with-archive.ts'

/** `recount usage` by anything: tables of what was used and what it cost. */
export const usageTables: Run = async (host, given) => {
  const [name = 'daily'] = given.operands
  const group = usageGroups.find((known) => known === name)
  if (!group)
    throw new Failure(`Cannot show usage by ${name}: it knows ${usageGroups.join(', ')} and statusline.`, 2)
  return withArchive(host, async (archive) => {
    await bringUpToDate(host, archive)
    const zone = zoneOf(host, given)
    const question = {
      since: moment(host, given, 'since', zone),
      until: momentAfter(host, given, 'until', zone),
      project: given.values.get('project'),
      timeZone: zone,
      overrides: priceOverrides(host),
    }
    const look = {color: host.color, width: host.width, zone, now: host.now()}
    if (given.switches.has('reconcile')) {
      const sessions = reconcile(await archive.usage({...question, group: 'session'}))
      return host.painted.write(
        given.switches.has('json') ? jsonLine(sessions) : reconcileText(sessions, look),
      )
    }
    const report = await archive.usage({...question, group})
    await host.painted.write(given.switches.has('json') ? jsonLine(report) : usageText(report, look))
  })
}

function zoneOf(host: Host, given: Arguments): string {
  const zone = given.values.get('timezone')
  if (zone === undefined) return host.zone
  try {
    return new Intl.DateTimeFormat('en', {timeZone: zone}).resolvedOptions().timeZone
  } catch {
    throw new Failure(`Cannot use --timezone ${zone}: it takes a name like UTC or Europe/Berlin.`, 2)
  }
}
