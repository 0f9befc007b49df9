/** Formats micro-dollars so that numbers of one table can be compared: all to the cent, or all finer where all are small. */
export function costFormatter(costs: Iterable<number | undefined>): (cost: number) => string {
  const largest = Math.max(0, ...[...costs].map((cost) => Math.abs(cost ?? 0)))
  const digits = largest > 0 && largest < 1_000_000 ? 4 : 2
  return (cost) => {
    const [whole = '', part = ''] = (Math.abs(cost) / 1_000_000).toFixed(digits).split('.')
    return `${cost < 0 ? '-' : ''}$${Number(whole).toLocaleString('en-US')}.${part}`
  }
}
