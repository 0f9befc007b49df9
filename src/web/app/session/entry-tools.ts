import {flashLabel} from '../../page/conveniences.ts'
import {makeElement} from '../../page/dom.ts'
import {copyPromise, copyText, makeButton} from '../clipboard.ts'
import {fetchPart} from '../fetch-part.ts'
import {showRawRecords} from './raw-dialog.ts'

const entries = '#slices .message[id]'

/** The actions of a message: copy a link, copy as Markdown, show the raw record. One toolbar moves between messages. */
export function startEntryTools(address: string): {raw(): void; copy(): void} {
  const tools = makeElement('div', {
    className: 'entry-tools',
    role: 'group',
    ariaLabel: 'This message',
    hidden: true,
  })
  let entry: Element | undefined
  const raw = (): void => {
    if (entry?.isConnected) void showRawRecords(address, entry.id)
  }
  const link = makeButton('link', 'Copy a link to this message', (button) => {
    if (!entry) return
    const url = new URL(location.href)
    url.search = ''
    url.hash = entry.id
    history.replaceState(history.state, '', url.hash)
    void copyText(url.href).then((done) => flashLabel(button, done ? 'copied' : 'in the address'))
  })
  const copy = (): void => {
    if (!entry?.isConnected) return
    const text = fetchPart(`${address}/markdown/${encodeURIComponent(entry.id)}`).then(({html}) => html)
    void copyPromise(text).then((done) => flashLabel(markdown, done ? 'copied' : 'not copied'))
  }
  const markdown = makeButton('copy', 'Copy this message as Markdown (c)', copy)
  tools.append(link, markdown, makeButton('raw', 'Raw JSON (r)', raw))
  document.body.append(tools)
  const show = (target: EventTarget | null): void => {
    const found = target instanceof Element ? target.closest(entries) : null
    if (target instanceof Node && tools.contains(target)) return
    tools.hidden = !found
    if (!found || found === entry) return
    entry = found
  }
  const place = (): void => {
    if (tools.hidden || !entry?.isConnected) return
    const box = entry.getBoundingClientRect()
    const main = document.getElementById('slices')?.getBoundingClientRect()
    tools.style.top = `${Math.round(box.top + scrollY - 2)}px`
    tools.style.left = `${Math.round(Math.max(box.right, main?.right ?? 0) + scrollX)}px`
  }
  for (const kind of ['pointerover', 'focusin'] as const)
    document.addEventListener(kind, (event) => {
      show(event.target)
      place()
    })
  return {raw, copy}
}

/** Adds the copy button next to the downloads of a session. */
export function startActions(address: string): void {
  const actions = document.querySelector('main .actions')
  const words = 'Copy as Markdown'
  const copy = makeButton(words, 'Copy the whole session as Markdown', (button) => {
    button.textContent = 'Copying…'
    const text = fetchPart(`${address}/export.md`).then(({html}) => html)
    void copyPromise(text).then((done) => {
      button.textContent = words
      flashLabel(button, done ? 'Copied' : 'Couldn’t copy; download instead')
    })
  })
  actions?.prepend(copy)
}
