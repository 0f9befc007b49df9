import type {NodeOf} from '../../../page/index.ts'
import {noteMarks} from '../../../page/index.ts'
import {escapeText} from '../escape-text.ts'
import {fence} from '../fence.ts'
import {sanitizeText} from '../sanitize.ts'

/** A remark behind the mark of its level. One that says what was left out needs no other mark. */
export function note({level, text}: NodeOf<'note'>): readonly string[] {
  const safe = sanitizeText(text).trim()
  if (safe === '') return []
  const end = safe.indexOf('\n')
  const first = escapeText(end === -1 ? safe : safe.slice(0, end))
  const line = safe.startsWith('…') ? first : `${noteMarks.text[level]} ${first}`
  return [line, ...(end === -1 ? [] : fence(safe.slice(end + 1), 'text'))]
}
