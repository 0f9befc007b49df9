import {flashLabel} from '../../page/conveniences.ts'
import {makeElement} from '../../page/dom.ts'
import {copyText, makeButton} from '../clipboard.ts'
import {fetchJson, getList, getNumber, getText, toFields} from '../fetch-part.ts'

/** Shows the raw records of a message; the address has it while the dialog is open. */
export async function showRawRecords(address: string, anchor: string): Promise<void> {
  const dialog = makeElement('dialog', {className: 'raw-dialog', ariaLabel: 'Raw JSON'})
  const close = makeButton('Close', 'Close (Esc)', () => dialog.close())
  const copy = makeButton('Copy', 'Copy the JSON', (button) => {
    const text = [...dialog.querySelectorAll('code')].map((code) => code.textContent).join('\n')
    void copyText(text).then((done) => flashLabel(button, done ? 'Copied' : 'Press Ctrl+C to copy'))
  })
  const title = makeElement('h2', {textContent: 'Raw JSON'})
  const body = makeElement('div', {className: 'records', textContent: 'Loading…'})
  dialog.append(makeElement('header', {}, title, copy, close), body)
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
  const place = `${getText(fields, 'source')}, line ${getNumber(fields, 'line')}`
  const code = makeElement('code', {textContent: indented(getText(fields, 'text'))})
  return [makeElement('p', {className: 'place', textContent: place}), makeElement('pre', {tabIndex: 0}, code)]
}

/** Lines that are not JSON are shown unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
