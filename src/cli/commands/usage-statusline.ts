import {existsSync} from 'node:fs'
import {archiveFile} from '../../archive/sqlite/archive-file.ts'
import {openToRead} from '../../archive/sqlite/open-to-read.ts'
import {queryStatus} from '../../archive/sqlite/status-query.ts'
import type {JsonValue} from '../../model/index.ts'
import {archiveHome} from '../archive-home.ts'
import type {Host} from '../host.ts'
import {priceOverrides} from '../price-overrides.ts'
import {readStatusInput, statusText} from '../statusline.ts'

/** For Claude Code's own status line: it sends JSON and shows the answer. What is new is not taken in, because it must be quick. */
export async function statusline(host: Host): Promise<void> {
  const input = readStatusInput(await readStdin(host))
  const path = archiveFile(archiveHome(host))
  const now = host.now()
  const look = {color: host.color || host.env['NO_COLOR'] === undefined, now}
  if (!existsSync(path)) return host.painted.write(`${statusText(input, nothingKnown, look)}\n`)
  const database = await openToRead(path)
  try {
    const today = new Date(now).setHours(0, 0, 0, 0)
    const question = {session: input.session, now, today, overrides: priceOverrides(host)}
    await host.painted.write(`${statusText(input, queryStatus(database, question), look)}\n`)
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
