import {formatTimeAgo} from '../../page/text/format.ts'
import {closest, makeElement} from './dom.ts'

/** What every page has: buttons that copy code, images that open, tooltips for times. */
export function startConveniences(): void {
  startLightbox()
  startCopying()
  startTimes()
}

/** Buttons that copy the code next to them. */
function startCopying(): void {
  document.addEventListener('click', (event) => {
    const button = closest(event.target, '.copy')
    const code = button?.parentElement?.querySelector('code')
    if (button && code)
      void copy(code).then((done) => flashLabel(button, done ? 'Copied' : 'Press Ctrl+C to copy'))
  })
}

/** Copies code. If the browser denies it, the text stays selected, so that the user can copy it. */
async function copy(code: Element): Promise<boolean> {
  getSelection()?.selectAllChildren(code)
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    return true
  } catch {
    return document.execCommand('copy')
  }
}

/** Shows another label on a button for a moment. */
export function flashLabel(button: Element, words: string): void {
  const before = button.textContent
  if (before === words) return
  button.textContent = words
  setTimeout(() => {
    button.textContent = before
  }, 1600)
}

/** Opens images in front of the page. */
function startLightbox(): void {
  let dialog: HTMLDialogElement | undefined
  document.addEventListener('click', (event) => {
    // Messages with images have the class as well.
    const image = closest(event.target, ':is(a, button).image')?.querySelector('img')
    if (!image || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    dialog ??= makeDialog()
    const copy = new Image()
    copy.src = image.src
    copy.alt = image.alt
    dialog.querySelector('img')?.replaceWith(copy)
    dialog.setAttribute('aria-label', image.alt)
    dialog.showModal()
  })
}

function makeDialog(): HTMLDialogElement {
  const close = makeElement('button', {type: 'button', textContent: 'Close'})
  const dialog = makeElement('dialog', {className: 'lightbox'}, new Image(), close)
  dialog.addEventListener('click', () => dialog.close())
  document.body.append(dialog)
  return dialog
}

/** Tooltips for times: how long ago, and the exact local time. */
function startTimes(): void {
  const exact = new Intl.DateTimeFormat(undefined, {dateStyle: 'full', timeStyle: 'long'})
  document.addEventListener('pointerover', (event) => {
    const element = closest(event.target, 'time')
    if (!(element instanceof HTMLTimeElement) || element.title !== '') return
    const date = new Date(element.dateTime)
    element.title = `${formatTimeAgo(date.getTime(), Date.now())}, ${exact.format(date)}`
  })
}
