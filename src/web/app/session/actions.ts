import {askPart} from '../ask.ts'
import {copyPromise, makeButton} from '../clipboard.ts'

/** What can be done with the whole session, beside the files that can be had of it. */
export function startActions(address: string): void {
  const actions = document.querySelector('main .actions')
  const words = 'Copy Markdown'
  const copy = makeButton(words, 'Copy the whole session, written in Markdown', (button) => {
    button.textContent = 'One moment…'
    const text = askPart(`${address}/export.md`).then(({html}) => html)
    void copyPromise(text).then((done) => {
      button.textContent = done ? 'Copied' : 'Not copied: take the file'
      setTimeout(() => {
        button.textContent = words
      }, 1600)
    })
  })
  actions?.prepend(copy)
}
