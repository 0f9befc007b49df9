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
