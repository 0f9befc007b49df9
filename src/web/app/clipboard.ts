/** Copies a text; says whether the browser let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies a text that is still to come: only what is written while a click lasts may be copied, and a promise of it counts. */
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
  deed: (button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words
  button.title = title
  button.addEventListener('click', () => deed(button))
  return button
}
