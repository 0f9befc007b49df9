import type {NodeOf} from '../../../page/index.ts'
import {escapeText, guardLines} from '../escape-text.ts'
import {fence} from '../fence.ts'
import {sanitizeText} from '../sanitize.ts'

const longestSentence = 300

/** Text as it stands. One line is a sentence; of more, all spaces count. */
export function text(node: NodeOf<'text'>): readonly string[] {
  const safe = sanitizeText(node.text).trimEnd()
  if (/\n|^\s| {2}|\t/.test(safe) || safe.length > longestSentence) return fence(safe, 'text')
  return safe === '' ? [] : [guardLines(escapeText(safe))]
}
