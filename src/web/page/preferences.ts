import {preferenceStore} from './dom.ts'

const root = document.documentElement
const isDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches

/** Sets the stored theme; without one, the system's applies. */
function restoreTheme(): void {
  const theme = preferenceStore.get('theme')
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
}

/** Switches between light and dark. */
export function toggleTheme(): void {
  const dark = (root.dataset['theme'] ?? (isDark() ? 'dark' : 'light')) === 'dark'
  const theme = dark ? 'light' : 'dark'
  root.dataset['theme'] = theme
  preferenceStore.set('theme', theme)
}

/** Hides the details if they were hidden before. */
const restorePanel = (): void => {
  root.classList.toggle('no-panel', preferenceStore.get('panel') === 'hidden')
}

/** Shows or hides the details. */
export function togglePanel(): void {
  const hidden = root.classList.toggle('no-panel')
  preferenceStore.set('panel', hidden ? 'hidden' : 'shown')
}

/** Restores preferences immediately, so that nothing is rendered twice, and starts the rest when the page is loaded. */
export function startPage(start: () => void): void {
  root.classList.add('js')
  restoreTheme()
  restorePanel()
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}
