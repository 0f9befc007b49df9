import type {Link} from './event-stream.ts'

const words: Readonly<Record<Link, string>> = {
  // Not “live”: that is said of sessions, and this one may be over.
  open: 'connected',
  waiting: 'connecting…',
  refused: 'recount was started again: open the address that it printed',
  asleep: 'paused',
}

/** A connection that comes back at once is not worth a word. */
const patience = 1500

/** Says how the connection is, calmly: nothing is said of what is over in a moment. */
export function showConnection(): (link: Link) => void {
  const mark = document.createElement('p')
  mark.className = 'connection'
  mark.setAttribute('role', 'status')
  mark.dataset['link'] = 'waiting'
  const bar = document.querySelector('.bar .bar-title') ?? document.querySelector('.places ul')
  bar?.after(mark)
  let timer = 0
  let wasOpen = false
  let now: Link | undefined
  return (link) => {
    // It is tried again and again, and each time is told.
    if (link === now) return
    now = link
    clearTimeout(timer)
    const show = (): void => {
      mark.dataset['link'] = link
      mark.textContent = link === 'waiting' && wasOpen ? 'reconnecting…' : words[link]
      if (link === 'open') wasOpen = true
    }
    if (link === 'open') show()
    else timer = setTimeout(show, patience)
  }
}
