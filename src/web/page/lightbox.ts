import {closest} from './dom.ts'

/** Opens pictures in front of the page. */
export function startLightbox(): void {
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
