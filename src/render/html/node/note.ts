import type {NodeOf} from '../../../page/index.ts'
import {escapeHtml} from '../escape.ts'

const marks = {
  info: ['ℹ', 'Note'],
  success: ['✓', 'Done'],
  warning: ['⚠', 'Warning'],
  error: ['✗', 'Error'],
} as const

/** A remark; its level is a colour, a glyph and a word for those who listen. */
export function note({level, text}: NodeOf<'note'>): string {
  const [glyph, word] = marks[level]
  return `<p class="note note-${level}"><span class="glyph" aria-hidden="true">${glyph}</span><span class="unseen">${word}: </span><span>${escapeHtml(text)}</span></p>`
}
