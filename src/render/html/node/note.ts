import type {NodeOf} from '../../../page/index.ts'
import {type Html, html} from '../html.ts'

const marks = {
  info: ['ℹ', 'Note'],
  success: ['✓', 'Done'],
  warning: ['⚠', 'Warning'],
  error: ['✗', 'Error'],
} as const

/** A remark; its level is a colour, a glyph and a word for those who listen. */
export function note({level, text}: NodeOf<'note'>): Html {
  const [glyph, word] = marks[level]
  return html`<p class="note note-${level}"><span class="glyph" aria-hidden="true">${glyph}</span><span class="unseen">${word}: </span><span>${text}</span></p>`
}
