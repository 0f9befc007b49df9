import {timeAgo} from '../../page/time-ago.ts'
import {closest} from './dom.ts'

/** Says, on hover, how long ago a time was, and exactly when where the reader is. */
export function startTimes(): void {
  const exact = new Intl.DateTimeFormat(undefined, {dateStyle: 'full', timeStyle: 'long'})
  document.addEventListener('pointerover', (event) => {
    const element = closest(event.target, 'time')
    if (!(element instanceof HTMLTimeElement) || element.title !== '') return
    const date = new Date(element.dateTime)
    element.title = `${timeAgo(date.getTime(), Date.now())}, ${exact.format(date)}`
  })
}
