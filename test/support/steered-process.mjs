// Loaded before the program with --import, for tests of signals. Writes to standard error when the program begins to listen
// for Ctrl-C. Timers of half a second and more fire only after SIGUSR2, so a slow machine does not run into them.
const {setTimeout, clearTimeout} = globalThis
const held = new Map()
let isReleased = false

globalThis.setTimeout = (work, delay, ...given) => {
  if (isReleased || !(delay >= 500)) return setTimeout(work, delay, ...given)
  const timer = setTimeout(() => {}, 2 ** 31 - 1)
  held.set(timer, () => work(...given))
  return timer
}
globalThis.clearTimeout = (timer) => {
  held.delete(timer)
  clearTimeout(timer)
}
process.on('SIGUSR2', () => {
  isReleased = true
  for (const [timer, work] of held) {
    clearTimeout(timer)
    work()
  }
  held.clear()
})
process.on('newListener', (name) => {
  if (name === 'SIGINT') process.stderr.write('listening for Ctrl-C\n')
})
