import {existsSync} from 'node:fs'
import {openDatabase} from '../../archive/sqlite/open-database.ts'
import {archiveFile} from '../../archive/sqlite/sqlite-archive.ts'
import {queryStatus} from '../../archive/sqlite/status-query.ts'
import {reconcile} from '../../archive/usage/reconcile.ts'
import {usageGroups} from '../../archive/usage/usage-report.ts'
import type {JsonValue} from '../../model/index.ts'
import {archiveHome} from '../archive-home.ts'
import type {Arguments, Run} from '../command.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {moment} from '../moment.ts'
import {priceOverrides} from '../price-overrides.ts'
import {reconcileText} from '../reconcile-table.ts'
import {readStatusInput, statusText} from '../statusline.ts'
import {usageText} from '../usage-table.ts'
import {bringUpToDate, withArchive} from '../with-archive.ts'

/** `recount usage`: what was used and what it cost. */
export const usage: Run = async (host, given) => {
  const [name = 'daily'] = given.operands
  if (name === 'statusline') return statusline(host)
  const group = usageGroups.find((known) => known === name)
  if (!group)
    throw new Failure(`Cannot show usage by ${name}: it knows ${usageGroups.join(', ')} and statusline.`, 2)
  return withArchive(host, async (archive) => {
    await bringUpToDate(host, archive)
    const zone = zoneOf(host, given)
    const question = {
      since: moment(host, given, 'since', zone),
      until: moment(host, given, 'until', zone),
      project: given.values.get('project'),
      timeZone: zone,
      overrides: priceOverrides(host),
    }
    const look = {color: host.color, width: host.width, zone, now: host.now()}
    if (given.switches.has('reconcile')) {
      const sessions = reconcile(archive.usage({...question, group: 'session'}))
      return host.out.write(
        given.switches.has('json') ? `${JSON.stringify(sessions)}\n` : reconcileText(sessions, look),
      )
    }
    const report = archive.usage({...question, group})
    await host.out.write(given.switches.has('json') ? `${JSON.stringify(report)}\n` : usageText(report, look))
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

/** For Claude Code's own status line: it sends JSON and shows the answer. What is new is not taken in, because it must be quick. */
async function statusline(host: Host): Promise<void> {
  const input = readStatusInput(await readStdin(host))
  const path = archiveFile(archiveHome(host))
  const now = host.now()
  const look = {color: host.color || host.env['NO_COLOR'] === undefined, now}
  if (!existsSync(path)) return host.out.write(`${statusText(input, nothingKnown, look)}\n`)
  const database = await openDatabase(path, {readOnly: true})
  try {
    const today = new Date(now).setHours(0, 0, 0, 0)
    const question = {session: input.session, now, today, overrides: priceOverrides(host)}
    await host.out.write(`${statusText(input, queryStatus(database, question), look)}\n`)
  } finally {
    database.close()
  }
}

const nothingKnown = {today: undefined, session: undefined, blockEnd: undefined}

async function readStdin(host: Host): Promise<JsonValue> {
  const chunks: Uint8Array[] = []
  if (!host.stdin.isTTY) for await (const chunk of host.stdin) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}
