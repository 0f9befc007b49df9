import type {NodeOf} from '../../../page/index.ts'
import {fence} from '../fence.ts'
import {sanitizeText} from '../sanitize.ts'

/** Source code. Fences have no numbers of lines, so it is said where it begins. */
export function code({code: source, language, firstLine}: NodeOf<'code'>): readonly string[] {
  const block = fence(sanitizeText(source), language)
  return firstLine === undefined || firstLine <= 1 || block.length === 0
    ? block
    : [`From line ${Math.round(firstLine)}:`, ...block]
}
