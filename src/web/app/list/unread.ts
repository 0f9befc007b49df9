import {makeElement, preferenceStore} from '../../page/dom.ts'
import {getNumber, parseFields, toFields} from '../fetch-part.ts'

const maxSeen = 500

/** Sessions from before the first visit are not unread. */
function since(): number {
  const known = Number(preferenceStore.get('since'))
  if (known > 0) return known
  preferenceStore.set('since', String(Date.now()))
  return Date.now()
}

const seenTimes = (): ReadonlyMap<string, unknown> =>
  toFields(Object.fromEntries(parseFields(preferenceStore.get('seen') ?? '{}')))

/** Notes that a session was seen just now. */
export function markSeen(session: string): void {
  since()
  const times = new Map([...seenTimes()].filter(([id]) => id !== session))
  times.set(session, Date.now())
  preferenceStore.set('seen', JSON.stringify(Object.fromEntries([...times].slice(-maxSeen))))
}

/** Marks the rows of sessions with new activity since they were seen. */
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

const makeMark = (): HTMLElement =>
  makeElement(
    'span',
    {className: 'unread-mark', title: 'New activity'},
    makeElement('span', {className: 'unseen', textContent: 'unread '}),
  )
