const wrong = '.failed, .is-denied, .is-interrupted, .is-orphaned'
/** Elements that can be hidden. Prompts stay visible with the rest of their turn. */
const places = '.turn, .calls, .lane, .branch, .message:not(.user)'

const page = document.documentElement

const isAsked = (): boolean => {
  const box = document.getElementById('only-errors')
  return box instanceof HTMLInputElement && box.checked
}

/**
 * Marks elements without errors, which are hidden while the box is checked. Styles alone could do it, but would search the
 * whole page at each change.
 */
export function applyErrorFilter(root: ParentNode = document): void {
  const asked = isAsked()
  page.classList.toggle('only-errors', asked)
  page.classList.toggle('nothing-wrong', asked && !document.querySelector(`.turn :is(${wrong})`))
  if (!asked) return
  for (const place of root.querySelectorAll(places))
    place.classList.toggle('fine', !place.matches(wrong) && !place.querySelector(wrong))
}

/** Applies the filter when the box changes. */
export function startErrorFilter(): void {
  document.getElementById('only-errors')?.addEventListener('change', () => applyErrorFilter())
  applyErrorFilter()
}
