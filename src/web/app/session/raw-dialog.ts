import {flashLabel} from '../../page/conveniences.ts'
import {copyText, makeButton} from '../clipboard.ts'
import {fetchJson, getList, getNumber, getText, toFields} from '../fetch-part.ts'

/** Shows what was written down of a message, as it was written; the address says so as long as it is shown. */
export async function showRawRecords(address: string, anchor: string): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.className = 'raw-dialog'
  dialog.setAttribute('aria-label', 'Raw JSON')
  const close = makeButton('Close', 'Close (Esc)', () => dialog.close())
  const copy = makeButton('Copy', 'Copy the JSON', (button) => {
    const text = [...dialog.querySelectorAll('code')].map((code) => code.textContent).join('\n')
    void copyText(text).then((done) => flashLabel(button, done ? 'Copied' : 'Press Ctrl+C to copy'))
  })
  const bar = document.createElement('header')
  const title = document.createElement('h2')
  title.textContent = 'Raw JSON'
  bar.append(title, copy, close)
  const body = document.createElement('div')
  body.className = 'records'
  body.textContent = 'Loading…'
  dialog.append(bar, body)
  dialog.addEventListener('close', () => {
    dialog.remove()
    noteRaw(undefined)
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
  noteRaw(anchor)
  try {
    const records = getList(
      toFields(await fetchJson(`${address}/raw/${encodeURIComponent(anchor)}`)),
      'records',
    )
    body.replaceChildren(...records.flatMap(recordElements))
  } catch (error) {
    body.textContent = error instanceof Error ? error.message : 'The record could not be read.'
  }
}

function noteRaw(anchor: string | undefined): void {
  const address = new URL(location.href)
  if (anchor === undefined) address.searchParams.delete('raw')
  else address.searchParams.set('raw', anchor)
  history.replaceState(history.state, '', address)
}

function recordElements(record: unknown): readonly HTMLElement[] {
  const fields = toFields(record)
  const place = document.createElement('p')
  place.className = 'place'
  place.textContent = `${getText(fields, 'source')}, line ${getNumber(fields, 'line')}`
  const code = document.createElement('code')
  code.textContent = indented(getText(fields, 'text'))
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.append(code)
  return [place, pre]
}

/** Lines that are no JSON are shown as they are. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
