import {makeElement} from '../page/dom.ts'

/** Copies a text; returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies a text that is still loading. Browsers allow copying only during a click, but accept a promise then. */
export async function copyPromise(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((words) => new Blob([words], {type: 'text/plain'}))
    await navigator.clipboard.write([new ClipboardItem({'text/plain': blob})])
    return true
  } catch {
    return text.then(copyText, () => false)
  }
}

/** A button. */
export function makeButton(
  words: string,
  title: string,
  action: (button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = makeElement('button', {type: 'button', textContent: words, title})
  button.addEventListener('click', () => action(button))
  return button
}
