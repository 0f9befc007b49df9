import type {Child} from '../../sources/index.ts'

/** The client ends by the first as a person would end it, and tells its numbers; the others are for what does not listen. */
const steps = [
  ['SIGINT', 0],
  ['SIGTERM', 5000],
  ['SIGKILL', 10_000],
] as const

/** Stops a program, the more firmly the longer it takes. Gives the way to stop once: it may be called again. */
export function childStopper(child: Child): () => void {
  let begun = false
  return () => {
    if (begun) return
    begun = true
    const timers = steps.map(([signal, after]) => setTimeout(() => child.send(signal), after))
    void child.ended.then(() => timers.forEach(clearTimeout))
  }
}
