import {showElement} from '../../page/hash-links.ts'
import {fetchJson, getNumber, toFields} from '../fetch-part.ts'
import type {SliceWindow} from './slice-window.ts'

/** Goes to something in the session, which is asked for where it is not here; says whether it is there. */
export async function goToAnchor(name: string, address: string, pieces: SliceWindow): Promise<boolean> {
  if (showElement(name)) return true
  try {
    const found = toFields(await fetchJson(`${address}/find?name=${encodeURIComponent(name)}`))
    if (!found.has('piece')) return false
    await pieces.show(`at=${encodeURIComponent(name)}`)
    // What a record says stands in its piece.
    return showElement(name) || showElement(`piece-${getNumber(found, 'turn')}-${getNumber(found, 'piece')}`)
  } catch {
    // What the address names is not there; the page stays as it is.
    return false
  }
}

/** Says that only what is here is searched, and where all of it can be. */
export function startSearchNote(session: string, pieces: SliceWindow): void {
  const input = document.getElementById('search')
  if (!(input instanceof HTMLInputElement)) return
  const note = document.createElement('p')
  note.className = 'find-note'
  note.hidden = true
  note.setAttribute('role', 'status')
  const link = document.createElement('a')
  link.textContent = 'Search the whole session'
  document.querySelector('.bar')?.append(note)
  const look = (): void => {
    note.hidden = input.value.trim() === '' || pieces.hasAll
    if (note.hidden) return
    const [first, last] = pieces.turns
    const words = input.value.trim()
    link.href = `/search?q=${encodeURIComponent(`session:${session} ${words}`)}`
    note.replaceChildren(`Searching turns ${first}–${last} only. `, link)
  }
  input.addEventListener('input', look)
  document.addEventListener('keydown', () => setTimeout(look))
}
