import {expandAround, makeElement, scrollToElement} from '../../page/dom.ts'
import {showLinked} from '../../page/hash-links.ts'
import type {PageSearch} from '../../page/page-search.ts'
import {getList, toFields} from '../fetch-part.ts'
import type {SliceWindow} from './slice-window.ts'

/** Whether a message is shown now, may be loaded later, or is not in this session. */
export type Arrival = 'shown' | 'later' | 'missing'

/** A link that someone followed. Its target is marked, unlike the position to which the back button returns. */
interface FollowedLink {
  readonly search: PageSearch | undefined
}

/**
 * Goes to a message by its anchor or the id of one of its records, and loads it first if needed. It is expanded, and if it
 * contains the words of the search, these are shown.
 */
export async function goToAnchor(
  name: string,
  address: string,
  slices: SliceWindow,
  link: FollowedLink | undefined,
): Promise<Arrival> {
  if (await show([name], link)) return 'shown'
  try {
    const response = await fetch(`${address}/find?name=${encodeURIComponent(name)}`)
    if (response.status === 404) return 'missing'
    if (response.status !== 200) return 'later'
    const anchors = getList(toFields(await response.json()), 'anchors').filter(
      (anchor) => typeof anchor === 'string',
    )
    if (await show(anchors, link)) return 'shown'
    await slices.show(`at=${encodeURIComponent(name)}`)
    return (await show(anchors, link)) ? 'shown' : 'missing'
  } catch {
    return 'later'
  }
}

/** Shows the message; false if it is not loaded. */
async function show(anchors: readonly string[], link: FollowedLink | undefined): Promise<boolean> {
  if (link) return showLinked(anchors, link.search)
  const element = document.getElementById(anchors[0] ?? '')
  if (!element) return false
  expandAround(element)
  scrollToElement(element)
  return true
}

/** A note for links to messages that are not in the session. */
export function showMissingNote(): void {
  const textContent = 'This message is not on this page. It may be in another copy of the session.'
  const note = makeElement('p', {className: 'note missing-note', role: 'status', textContent})
  document.querySelector('.missing-note')?.remove()
  document.getElementById('slices')?.before(note)
  note.scrollIntoView({block: 'center'})
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
