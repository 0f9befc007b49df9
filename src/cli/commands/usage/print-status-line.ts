import {readStatus} from '../../../archive/read-status.ts'
import type {JsonValue} from '../../../model/index.ts'
import {archiveHome} from '../../archive/data-folders.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import type {Host} from '../../host.ts'
import {readStatusInput, renderStatusLine} from './render-status-line.ts'

/** For Claude Code's own status line: it sends JSON and shows the answer. What is new is not taken in, because it must be quick. */
export async function printStatusLine(host: Host): Promise<void> {
  const input = readStatusInput(await readStdin(host))
  const now = host.now()
  const look = {color: host.color || host.env['NO_COLOR'] === undefined, now}
  const today = new Date(now).setHours(0, 0, 0, 0)
  const query = {session: input.session, now, today, overrides: priceOverrides(host)}
  const status = await readStatus(archiveHome(host), query)
  await host.painted.write(`${renderStatusLine(input, status ?? nothingKnown, look)}\n`)
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
