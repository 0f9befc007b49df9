const first = 1000
const longest = 30_000

/** How long to wait after so many failures in a row: twice as long each time, and never the same as others. */
export const backOff = (failures: number): number =>
  Math.min(longest, first * 2 ** Math.min(failures, 10)) * (0.75 + Math.random() / 2)
