import {closest, findDetails} from './dom.ts'

/** How far a fold is open: not at all, itself, or with everything inside. */
export type ExpandLevel = 'folded' | 'one' | 'all'

/** Folds that hold the conversation; calls and thoughts are leaves. */
const branches = '.inside, .lane, .branch'
const leaves = 'details.message:not(.lane), .calls, .records'

/** Opens a fold so far. */
export function setExpandLevel(fold: HTMLDetailsElement, level: ExpandLevel): void {
  fold.open = level !== 'folded'
  fold.dataset['level'] = level
  if (level === 'folded') return
  for (const inner of findDetails(`${branches}, ${leaves}`, fold)) {
    inner.open = level === 'all'
    delete inner.dataset['level']
  }
}

/** All folds of the conversation, or of a part of it. */
export const listCollapsibles = (root: ParentNode = document): readonly HTMLDetailsElement[] =>
  findDetails(`main :is(${branches}, ${leaves})`, root)

/** Opens a fold as all of the page is. With one level, what was asked and answered is shown, and what was done is not. */
export function expandTo(fold: HTMLDetailsElement, level: ExpandLevel): void {
  fold.open = level === 'all' || (level === 'one' && fold.matches('.of-prompt'))
  delete fold.dataset['level']
}

/** Opens all of the page so far. */
export function expandAllTo(level: ExpandLevel): void {
  // Whoever keeps the state of the page sees it here.
  document.documentElement.dataset['depth'] = level
  for (const fold of listCollapsibles()) expandTo(fold, level)
}

const after: Readonly<Record<ExpandLevel, ExpandLevel>> = {folded: 'one', one: 'all', all: 'folded'}

/** A fold bar goes through its three levels; the arrows choose one. */
export function startCollapsing(): void {
  document.addEventListener('click', (event) => {
    const fold = findCollapsible(event.target)
    if (!fold) return
    event.preventDefault()
    setExpandLevel(fold, after[readExpandLevel(fold)])
  })
  document.addEventListener('keydown', (event) => {
    const summary = closest(event.target, 'summary')
    const fold = summary?.parentElement
    if (!(fold instanceof HTMLDetailsElement) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') setExpandLevel(fold, 'folded')
    else if (event.key === 'ArrowRight') setExpandLevel(fold, event.shiftKey ? 'all' : 'one')
    else return
    event.preventDefault()
  })
}

/** What nobody has opened by levels yet is closed first. */
function readExpandLevel(fold: HTMLDetailsElement): ExpandLevel {
  if (!fold.open) return 'folded'
  return fold.dataset['level'] === 'one' ? 'one' : 'all'
}

function findCollapsible(target: EventTarget | null): HTMLDetailsElement | undefined {
  const fold = closest(target, 'summary.fold')?.parentElement
  return fold instanceof HTMLDetailsElement ? fold : undefined
}
