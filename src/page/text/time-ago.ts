const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const words = new Intl.RelativeTimeFormat('en', {numeric: 'auto'})

/** How long ago something was, in the largest unit that fits: `3 days ago`. */
export function formatTimeAgo(then: number, now: number): string {
  const seconds = (then - now) / 1000
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return words.format(Math.round(seconds / size), unit)
  return words.format(Math.round(seconds), 'second')
}
