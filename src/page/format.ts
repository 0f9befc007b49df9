/** A whole number with its thousands apart. */
export const formatCount = (value: number): string => Math.round(value).toLocaleString('en-US')

/** A number with its noun, in the singular where there is one. */
export const formatNoun = (value: number, one: string, many: string): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in the largest unit that leaves a number above one. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/** Money to the cent, and to the first digits that tell something where it is less. */
export function formatDollars(dollars: number): string {
  return `$${dollars !== 0 && dollars < 0.1 ? dollars.toFixed(4) : dollars.toFixed(2)}`
}

/** A duration as people say it: `0.75s`, `12.3s`, `3m 04s`, `1h 02m`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 9.995) return `${seconds.toFixed(2)}s`
  if (seconds < 59.95) return `${seconds.toFixed(1)}s`
  const whole = Math.round(seconds)
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${pair(whole % 60)}s`
  const minutes = Math.round(whole / 60)
  return `${Math.floor(minutes / 60)}h ${pair(minutes % 60)}m`
}

const pair = (value: number): string => String(value).padStart(2, '0')
