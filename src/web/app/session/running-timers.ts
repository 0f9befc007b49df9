/** Shows how long what goes on has run, every second; nothing is done where nothing goes on. */
export function startRunningTimers(root: ParentNode): () => void {
  let timer = 0
  const tick = (): void => {
    const running = [...root.querySelectorAll('[data-since]')]
    for (const item of running) {
      if (!(item instanceof HTMLElement)) continue
      const words = formatElapsed(Date.now() - Number(item.dataset['since']))
      setElapsed(item.querySelector('.line') ?? item, words)
      const anchor = item.querySelector('a')?.hash.slice(1) ?? ''
      // What is over has been told how long it took, before it is told that it goes on no more.
      const entry = anchor === '' ? null : document.getElementById(anchor)
      const line = entry?.matches('.is-running, .is-pending') && entry.querySelector(':scope > .line')
      if (line) setElapsed(line, words)
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

function setElapsed(line: Element, words: string): void {
  let took = line.querySelector('.took')
  if (!took) {
    took = document.createElement('span')
    took.className = 'took'
    line.append(took)
  }
  if (took.textContent !== words) took.textContent = words
}

/** A time that goes on, to the second. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (minutes === 0) return `${seconds} s`
  if (hours === 0) return `${minutes} min ${seconds % 60} s`
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}
