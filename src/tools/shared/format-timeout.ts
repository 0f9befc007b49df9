import {formatDuration} from '../../page/index.ts'

/** A time that somebody set, which is mostly a round number: `5 s`, `2m 00s`. */
export function formatTimeout(milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined) return undefined
  return milliseconds < 60_000 ? `${milliseconds / 1000} s` : formatDuration(milliseconds)
}
