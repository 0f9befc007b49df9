import {number, object, text} from '../../../model/fields.ts'
import type {JsonValue} from '../../../model/index.ts'
import {isJsonObject} from '../../../model/index.ts'
import {formatDollars} from '../../../page/text/format.ts'
import {paletteFor} from '../../output/palette.ts'
import {printable} from '../../output/printable.ts'

/** What Claude Code sends to the program that prints its status line. */
export interface StatusInput {
  readonly session: string | undefined
  readonly model: string | undefined
  /** What the session cost so far, as the client says. */
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

/** What the archive knows for a status line, in micro-dollars and milliseconds. */
export interface StatusFigures {
  readonly today: number | undefined
  readonly session: number | undefined
  readonly blockEnd: number | undefined
}

/** Writes the status line: the model, what today and the session cost, and how long the block of five hours lasts. */
export function renderStatusLine(
  input: StatusInput,
  figures: StatusFigures,
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
    ...(figures.blockEnd === undefined
      ? []
      : [`${formatTimeLeft(figures.blockEnd - now)} ${palette.dim('left in window')}`]),
  ]
  return parts.join(palette.dim(' · '))
}

function formatTimeLeft(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / 60_000))
  return minutes < 60
    ? `${minutes}m`
    : `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`
}
