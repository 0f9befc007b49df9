import {makeElement} from '../../page/dom.ts'
import {showElement} from '../../page/hash-links.ts'
import {fetchJson, getNumber, toFields} from '../fetch-part.ts'
import type {SliceWindow} from './slice-window.ts'

/** Goes to a message, and loads it first if needed; returns whether it exists. */
export async function goToAnchor(name: string, address: string, slices: SliceWindow): Promise<boolean> {
  if (showElement(name)) return true
  try {
    const found = toFields(await fetchJson(`${address}/find?name=${encodeURIComponent(name)}`))
    if (!found.has('slice')) return false
    await slices.show(`at=${encodeURIComponent(name)}`)
    // A record without its own element is in this slice.
    return showElement(name) || showElement(`slice-${getNumber(found, 'turn')}-${getNumber(found, 'slice')}`)
  } catch {
    // It does not exist; the page stays as it is.
    return false
  }
}

/** Says that only the loaded turns are searched, with a link to the full search. */
export function startSearchNote(session: string, slices: SliceWindow): void {
  const input = document.getElementById('search')
  if (!(input instanceof HTMLInputElement)) return
  const note = makeElement('p', {className: 'find-note', hidden: true, role: 'status'})
  const link = makeElement('a', {textContent: 'Search the whole session'})
  document.querySelector('.bar')?.append(note)
  const look = (): void => {
    note.hidden = input.value.trim() === '' || slices.hasAll
    if (note.hidden) return
    const [first, last] = slices.turns
    const words = input.value.trim()
    link.href = `/search?q=${encodeURIComponent(`session:${session} ${words}`)}`
    note.replaceChildren(`Searching turns ${first}–${last} only. `, link)
  }
  input.addEventListener('input', look)
  document.addEventListener('keydown', () => setTimeout(look))
}
