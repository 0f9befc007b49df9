import {setChildText} from '../../page/dom.ts'

/** Shows every second how long running calls have been running. The timer stops when there are none. */
export function startRunningTimers(root: ParentNode): () => void {
  let timer = 0
  const tick = (): void => {
    const running = [...root.querySelectorAll('[data-since]')]
    for (const item of running) {
      if (!(item instanceof HTMLElement)) continue
      const words = formatElapsed(Date.now() - Number(item.dataset['since']))
      setChildText(item.querySelector('.line') ?? item, 'took', words)
      const anchor = item.querySelector('a')?.hash.slice(1) ?? ''
      // The entry of a call that has ended already shows its duration.
      const entry = anchor === '' ? null : document.getElementById(anchor)
      const line = entry?.matches('.is-running, .is-pending') && entry.querySelector(':scope > .line')
      if (line) setChildText(line, 'took', words)
    }
    if (running.length > 0) return
    clearInterval(timer)
    timer = 0
  }
  return () => {
    tick()
    if (timer === 0 && root.querySelector('[data-since]')) timer = setInterval(tick, 1000)
  }
}

/** An elapsed time, to the second. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (minutes === 0) return `${seconds} s`
  if (hours === 0) return `${minutes} min ${seconds % 60} s`
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}
