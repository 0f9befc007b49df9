import type {Status} from '../../../archive/archive.ts'
import {readStatus} from '../../../archive/read-status.ts'
import {readPlanLimits} from '../../../archive/usage/spending-plan.ts'
import {number, object, text} from '../../../model/fields.ts'
import {isJsonObject, type JsonValue} from '../../../model/index.ts'
import {formatDollars, formatTimeLeft} from '../../../page/text/format.ts'
import {archiveHome} from '../../archive/data-folders.ts'
import {keepPlanLimits} from '../../archive/plan-limits.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import type {Host} from '../../host.ts'
import {paletteFor} from '../../output/palette.ts'
import {printable} from '../../output/printable.ts'

/** Prints Claude Code's status line: it sends JSON and shows the answer. Nothing is indexed first, because it must be quick. */
export async function printStatusLine(host: Host): Promise<void> {
  const said = await readStdin(host)
  const input = readStatusInput(said)
  const now = host.now()
  keepPlanLimits(host, readPlanLimits(said, now))
  const look = {color: host.color || host.env['NO_COLOR'] === undefined, now}
  const today = new Date(now).setHours(0, 0, 0, 0)
  const query = {session: input.session, now, today, overrides: priceOverrides(host)}
  const status = await readStatus(archiveHome(host), query)
  await host.painted.write(`${renderStatusLine(input, status ?? nothingKnown, look)}\n`)
}

const nothingKnown = {today: undefined, session: undefined, windowEnd: undefined}

async function readStdin(host: Host): Promise<JsonValue> {
  const chunks: Uint8Array[] = []
  if (!host.stdin.isTTY) for await (const chunk of host.stdin) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

/** What Claude Code sends to the program that prints its status line. */
interface StatusInput {
  readonly session: string | undefined
  readonly model: string | undefined
  /** The session's cost so far, as reported by the client. */
  readonly costUsd: number | undefined
}

/** Reads what Claude Code sends on standard input; other input gives no values. */
export function readStatusInput(value: JsonValue): StatusInput {
  const input = isJsonObject(value) ? value : {}
  const model = object(input, 'model') ?? {}
  return {
    session: text(input, 'session_id'),
    model: text(model, 'display_name') ?? text(model, 'id'),
    costUsd: number(object(input, 'cost') ?? {}, 'total_cost_usd'),
  }
}

/** Renders the status line: the model, the cost of today and of the session, and the time left in the 5-hour window. */
export function renderStatusLine(
  input: StatusInput,
  figures: Status,
  {color, now}: {readonly color: boolean; readonly now: number},
): string {
  const palette = paletteFor(color)
  const session = input.costUsd ?? (figures.session === undefined ? undefined : figures.session / 1_000_000)
  const parts = [
    ...(input.model === undefined ? [] : [palette.strong(printable(input.model))]),
    ...(figures.today === undefined
      ? []
      : [`${formatDollars(figures.today / 1_000_000)} ${palette.dim('today')}`]),
    ...(session === undefined ? [] : [`${formatDollars(session)} ${palette.dim('session')}`]),
    ...(figures.windowEnd === undefined
      ? []
      : [`${formatTimeLeft(figures.windowEnd - now)} ${palette.dim('left in window')}`]),
  ]
  return parts.join(palette.dim(' · '))
}
