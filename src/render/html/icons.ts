import {type Html, html} from './html.ts'

const icon = (path: string): Html =>
  html`<svg class="glyph" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`

/** Drawn, not written: not every font has the signs, and these are the same everywhere. */
export const icons = {
  outline: icon('M2 4h12M2 8h8M2 12h10'),
  details: icon('M2.5 3h11v10h-11zM10 3v10'),
  filter: icon('M2 3.5h12L9.5 8.5v4.5l-3-1.5v-3z'),
  theme: icon('M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12'),
  folded: icon('M3 4h10M3 8h10M3 12h10'),
  one: icon('M3 3h10M6 6.5h7M6 10h7M3 13.5h10'),
  all: icon('M3 3h10M6 6.5h7M9 10h4M9 13.5h4'),
  previous: icon('M4 10l4-4 4 4'),
  next: icon('M4 6l4 4 4-4'),
  keys: icon('M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.2v.3'),
} as const
