import {closest} from './dom.ts'

/** Buttons that copy the code beside them. */
export function startCopying(): void {
  document.addEventListener('click', (event) => {
    const button = closest(event.target, '.copy')
    const code = button?.parentElement?.querySelector('code')
    if (button && code) void copy(code).then((done) => tell(button, done ? 'Copied' : 'Press Ctrl+C'))
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

function tell(button: HTMLElement, words: string): void {
  const before = button.textContent
  if (before === words) return
  button.textContent = words
  setTimeout(() => {
    button.textContent = before
  }, 1600)
}
