import {formatTimeAgo} from '../../page/text/format.ts'
import {closest} from './dom.ts'

/** What every page has: buttons that copy code, pictures that open, times that say how long ago they were. */
export function startConveniences(): void {
  startLightbox()
  startCopying()
  startTimes()
}

/** Buttons that copy the code beside them. */
function startCopying(): void {
  document.addEventListener('click', (event) => {
    const button = closest(event.target, '.copy')
    const code = button?.parentElement?.querySelector('code')
    if (button && code)
      void copy(code).then((done) => flashLabel(button, done ? 'Copied' : 'Press Ctrl+C to copy'))
  })
}

/** Where the browser keeps its clipboard from us, the text is left selected, ready to be copied by hand. */
async function copy(code: Element): Promise<boolean> {
  getSelection()?.selectAllChildren(code)
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    return true
  } catch {
    return document.execCommand('copy')
  }
}

/** Says something on a button for a moment. */
export function flashLabel(button: Element, words: string): void {
  const before = button.textContent
  if (before === words) return
  button.textContent = words
  setTimeout(() => {
    button.textContent = before
  }, 1600)
}

/** Opens pictures in front of the page. */
function startLightbox(): void {
  let dialog: HTMLDialogElement | undefined
  document.addEventListener('click', (event) => {
    // Messages with pictures have the class as well.
    const picture = closest(event.target, ':is(a, button).image')?.querySelector('img')
    if (!picture || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    dialog ??= makeDialog()
    const copy = new Image()
    copy.src = picture.src
    copy.alt = picture.alt
    dialog.querySelector('img')?.replaceWith(copy)
    dialog.setAttribute('aria-label', picture.alt)
    dialog.showModal()
  })
}

function makeDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.className = 'lightbox'
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = 'Close'
  dialog.append(new Image(), close)
  dialog.addEventListener('click', () => dialog.close())
  document.body.append(dialog)
  return dialog
}

/** Says, on hover, how long ago a time was, and exactly when where the reader is. */
function startTimes(): void {
  const exact = new Intl.DateTimeFormat(undefined, {dateStyle: 'full', timeStyle: 'long'})
  document.addEventListener('pointerover', (event) => {
    const element = closest(event.target, 'time')
    if (!(element instanceof HTMLTimeElement) || element.title !== '') return
    const date = new Date(element.dateTime)
    element.title = `${formatTimeAgo(date.getTime(), Date.now())}, ${exact.format(date)}`
  })
}
