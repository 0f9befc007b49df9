import type {NodeOf} from '../../../page/index.ts'
import {noteMarks} from '../../../page/index.ts'
import {type Html, html} from '../html.ts'

/** A remark; its level is a colour, a glyph and a word for those who listen. */
export function note({level, text}: NodeOf<'note'>): Html {
  return html`<p class="note note-${level}"><span class="glyph" aria-hidden="true">${noteMarks.page[level]}</span><span class="unseen">${noteMarks.word[level]}: </span><span>${text}</span></p>`
}
