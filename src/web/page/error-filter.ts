const wrong = '.failed, .is-denied, .is-interrupted, .is-orphaned'
/** Whatever may be without anything that went wrong; what was asked stands with what is left. */
const places = '.turn, .calls, .lane, .branch, .message:not(.user)'

const page = document.documentElement

const isAsked = (): boolean => {
  const box = document.getElementById('only-errors')
  return box instanceof HTMLInputElement && box.checked
}

/**
 * Marks what holds nothing that went wrong, so that it is not shown while the box is set. Styles could do it alone, and
 * would look through the whole page at each change of it.
 */
export function applyErrorFilter(root: ParentNode = document): void {
  const asked = isAsked()
  page.classList.toggle('only-errors', asked)
  page.classList.toggle('nothing-wrong', asked && !document.querySelector(`.turn :is(${wrong})`))
  if (!asked) return
  for (const place of root.querySelectorAll(places))
    place.classList.toggle('fine', !place.matches(wrong) && !place.querySelector(wrong))
}

/** Follows the box. */
export function startErrorFilter(): void {
  document.getElementById('only-errors')?.addEventListener('change', () => applyErrorFilter())
  applyErrorFilter()
}
