import {preferenceStore} from '../../page/dom.ts'
import {getNumber, parseFields, toFields} from '../fetch-part.ts'

const maxSeen = 500

/** What was new before anybody looked is not unread. */
function since(): number {
  const known = Number(preferenceStore.get('since'))
  if (known > 0) return known
  preferenceStore.set('since', String(Date.now()))
  return Date.now()
}

const seenTimes = (): ReadonlyMap<string, unknown> =>
  toFields(Object.fromEntries(parseFields(preferenceStore.get('seen') ?? '{}')))

/** Notes that a session was looked at just now. */
export function markSeen(session: string): void {
  since()
  const times = new Map([...seenTimes()].filter(([id]) => id !== session))
  times.set(session, Date.now())
  preferenceStore.set('seen', JSON.stringify(Object.fromEntries([...times].slice(-maxSeen))))
}

/** Marks the rows of sessions that went on since they were looked at. */
export function markUnread(root: ParentNode): void {
  const times = seenTimes()
  const begin = since()
  for (const row of root.querySelectorAll('li[data-session]')) {
    if (!(row instanceof HTMLElement)) continue
    const seen = getNumber(times, row.dataset['session'] ?? '')
    const isUnread = Number(row.dataset['ended']) > (Number.isNaN(seen) ? begin : seen)
    row.classList.toggle('unread', isUnread)
    const mark = row.querySelector('.unread-mark')
    if (isUnread && !mark) row.querySelector('h2, h3')?.prepend(makeMark())
    else if (!isUnread) mark?.remove()
  }
}

function makeMark(): HTMLElement {
  const [mark, words] = [document.createElement('span'), document.createElement('span')]
  mark.className = 'unread-mark'
  mark.title = 'New activity'
  words.className = 'unseen'
  words.textContent = 'unread '
  mark.append(words)
  return mark
}
