import {kept} from './dom.ts'

const root = document.documentElement

/** Hides the details where they were hidden before. */
export const restorePanel = (): void => {
  root.classList.toggle('no-panel', kept.get('panel') === 'hidden')
}

/** Shows or hides the details. */
export function togglePanel(): void {
  const hidden = root.classList.toggle('no-panel')
  kept.set('panel', hidden ? 'hidden' : 'shown')
}
