/**
 * Waits for promises one after the other until `end`; after that it resolves to `undefined`. Unlike `Promise.race`, it
 * does not add a reaction to `end` each time, which would keep a long stream in memory.
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
