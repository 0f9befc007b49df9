import {reconcile} from '../../../archive/usage/reconcile.ts'
import {currentLimits} from '../../../archive/usage/spending-plan.ts'
import {type UsageSplit, usageGroups, usageSplits} from '../../../archive/usage/usage-report.ts'
import {summarizeUsage} from '../../../archive/usage/usage-summary.ts'
import {toReconciliationJson, toUsageJson, toUsageSummaryJson} from '../../../json/index.ts'
import {knownPlanLimits} from '../../archive/plan-limits.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import {spendingPlan} from '../../archive/spending-plan.ts'
import {updateArchive, withArchive} from '../../archive/with-archive.ts'
import type {Arguments, RunCommand} from '../../arguments/command.ts'
import {timeOption} from '../../arguments/time-option.ts'
import {Failure, invalidValue} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {jsonLine} from '../../output/printable.ts'
import {renderReconciliation} from './render-reconciliation.ts'
import {renderSummary} from './render-summary.ts'
import {renderUsage} from './render-usage.ts'

/** `recount usage`: tables of tokens and cost. */
export const printUsage: RunCommand = async (host, given) => {
  const [name = 'daily'] = given.operands
  const group = usageGroups.find((known) => known === name)
  if (!group && name !== 'summary')
    throw new Failure(`Unknown grouping "${name}". Use ${usageGroups.join(', ')}, summary or statusline.`, 2)
  const split = splitOf(given)
  return withArchive(host, async (archive) => {
    await updateArchive(host, archive)
    const zone = zoneOf(host, given)
    const query = {
      since: timeOption(host, given, 'since', zone).start,
      until: timeOption(host, given, 'until', zone).end,
      project: given.values.get('project'),
      timeZone: zone,
      overrides: priceOverrides(host),
    }
    const look = {color: host.color, width: host.width, zone, now: host.now()}
    const isJson = given.switches.has('json')
    if (given.switches.has('reconcile')) {
      const sessions = reconcile(await archive.usage({...query, group: 'session'}))
      return host.painted.write(
        isJson
          ? sessions.map((session) => jsonLine(toReconciliationJson(session))).join('')
          : renderReconciliation(sessions, look),
      )
    }
    if (!group) {
      const {project, timeZone, overrides} = query
      const summary = await summarizeUsage((asked) => archive.usage(asked), {
        project,
        timeZone,
        overrides,
        now: look.now,
      })
      const plan = spendingPlan(host)
      const limits = currentLimits(knownPlanLimits(host), look.now)
      return host.painted.write(
        isJson
          ? jsonLine(toUsageSummaryJson(summary, plan, limits))
          : renderSummary(summary, plan, limits, look),
      )
    }
    const report = await archive.usage({...query, group, split})
    await host.painted.write(isJson ? jsonLine(toUsageJson(report)) : renderUsage(report, look))
  })
}

function splitOf(given: Arguments): UsageSplit | undefined {
  const value = given.values.get('split')
  const split = usageSplits.find((known) => known === value)
  if (value !== undefined && split === undefined)
    throw invalidValue('split', value, `one of ${usageSplits.join(', ')}`)
  return split
}

function zoneOf(host: Host, given: Arguments): string {
  const zone = given.values.get('timezone')
  if (zone === undefined) return host.zone
  try {
    return new Intl.DateTimeFormat('en', {timeZone: zone}).resolvedOptions().timeZone
  } catch {
    throw invalidValue('timezone', zone, 'a name such as UTC or Europe/Berlin')
  }
}
