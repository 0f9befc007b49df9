/** How many milliseconds of a processor something takes; unlike a clock it does not mind what else is running. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const {user, system} = process.cpuUsage(before)
  return (user + system) / 1000
}
