import {closest, findDetails} from './dom.ts'

/** How far an item is expanded: not at all, itself, or with everything inside. */
export type ExpandLevel = 'collapsed' | 'one' | 'all'

/** Items that contain messages; calls and thinking are leaves. */
const branches = '.inside, .lane, .branch'
const leaves = 'details.message:not(.lane), .calls, .records'

/** Expands an item to a level. */
export function setExpandLevel(fold: HTMLDetailsElement, level: ExpandLevel): void {
  fold.open = level !== 'collapsed'
  fold.dataset['level'] = level
  if (level === 'collapsed') return
  for (const inner of findDetails(`${branches}, ${leaves}`, fold)) {
    inner.open = level === 'all'
    delete inner.dataset['level']
  }
}

/** All items that can be collapsed, of the page or a part of it. */
export const listCollapsibles = (root: ParentNode = document): readonly HTMLDetailsElement[] =>
  findDetails(`main :is(${branches}, ${leaves})`, root)

/** Expands an item to the level of the page. Level `one` shows prompts and answers, but no calls. */
export function expandTo(fold: HTMLDetailsElement, level: ExpandLevel): void {
  fold.open = level === 'all' || (level === 'one' && fold.matches('.of-prompt'))
  delete fold.dataset['level']
}

/** Expands the page to a level. */
export function expandAllTo(level: ExpandLevel): void {
  // The page state observes this attribute.
  document.documentElement.dataset['depth'] = level
  for (const fold of listCollapsibles()) expandTo(fold, level)
}

const after: Readonly<Record<ExpandLevel, ExpandLevel>> = {collapsed: 'one', one: 'all', all: 'collapsed'}

/** A click cycles through the three levels; the arrow keys choose one. */
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
    if (event.key === 'ArrowLeft') setExpandLevel(fold, 'collapsed')
    else if (event.key === 'ArrowRight') setExpandLevel(fold, event.shiftKey ? 'all' : 'one')
    else return
    event.preventDefault()
  })
}

/** An open item without a level counts as completely expanded, so the next click closes it. */
function readExpandLevel(fold: HTMLDetailsElement): ExpandLevel {
  if (!fold.open) return 'collapsed'
  return fold.dataset['level'] === 'one' ? 'one' : 'all'
}

function findCollapsible(target: EventTarget | null): HTMLDetailsElement | undefined {
  const fold = closest(target, 'summary.fold')?.parentElement
  return fold instanceof HTMLDetailsElement ? fold : undefined
}
