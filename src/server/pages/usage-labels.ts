import {blockLength} from '../../archive/usage/blocks.ts'
import type {UsageGroup, UsageRow} from '../../archive/usage/usage-report.ts'
import {formatDuration} from '../../page/index.ts'
import type {ServerOptions} from '../server-options.ts'
import {formatSessionName} from './page-format.ts'

/** What the rows of each group are. */
export const usageGroupHeadings: Readonly<Record<UsageGroup, string>> = {
  daily: 'Day',
  weekly: 'Week of',
  monthly: 'Month',
  session: 'Session',
  project: 'Project',
  model: 'Model',
  tool: 'Tool',
  blocks: 'Window start',
}

/** What people call a row: blocks are named after their beginning, and the one that runs says how long it will. */
export function formatUsageLabel(
  group: UsageGroup,
  {key, name}: Pick<UsageRow, 'key' | 'name'>,
  {zone, now}: Pick<ServerOptions, 'zone' | 'now'>,
): string {
  if (group === 'session') return formatSessionName(key, name)
  if (group !== 'blocks') return name ?? (key || 'Unknown')
  const start = Date.parse(key)
  const moment = new Intl.DateTimeFormat('sv-SE', {timeZone: zone, dateStyle: 'short', timeStyle: 'short'})
  const left = start + blockLength - now()
  const running = left > 0 && left <= blockLength ? ` ◐ ${formatDuration(left)} left` : ''
  return `${moment.format(start)}${running}`
}
