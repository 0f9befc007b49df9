/**
 * Waits for one thing after the other, but not beyond `end`: then it gives nothing. `Promise.race` would do too, but
 * it leaves something at `end` each time that keeps what came, so that a long stream would stay in memory.
 */
export function stoppableBy(end: Promise<void>): <T>(awaited: Promise<T>) => Promise<T | undefined> {
  let over = false
  let leave = (): void => {}
  void end.then(() => {
    over = true
    leave()
  })
  return (awaited) =>
    new Promise((resolve, reject) => {
      leave = () => resolve(undefined)
      if (over) leave()
      awaited.then(resolve, reject)
    })
}
