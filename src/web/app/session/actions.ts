import {askPart} from '../ask.ts'
import {copyText, makeButton} from '../clipboard.ts'

/** What can be done with the whole session, beside the files that can be had of it. */
export function startActions(address: string): void {
  const actions = document.querySelector('main .actions')
  const words = 'Copy Markdown'
  const copy = makeButton(words, 'Copy the whole session, written in Markdown', (button) => {
    button.textContent = 'One moment…'
    // Only what is written while the click lasts may be copied; a promise of it counts.
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

async function copyPromise(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((markdown) => new Blob([markdown], {type: 'text/plain'}))
    await navigator.clipboard.write([new ClipboardItem({'text/plain': blob})])
    return true
  } catch {
    return text.then(copyText, () => false)
  }
}
