import type {NodeOf} from '../../../page/index.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeAnsi, sanitizeText} from '../sanitize.ts'
import {splitLines} from '../split-lines.ts'
import {wrapLine} from '../wrap.ts'

/** What a program printed, in its own colours where colour is wanted. Where it has none, errors are in ours. */
export function ansi(node: NodeOf<'ansi'>, {look, width}: NodeContext): readonly string[] {
  const {paint} = look
  const safe = paint.keepsColor ? sanitizeAnsi(node.text) : sanitizeText(node.text)
  const lines = splitLines(safe).flatMap((line) => wrapLine(line, width))
  return node.tone === 'error' && paint.keepsColor && !safe.includes('\u001b') ? lines.map(paint.bad) : lines
}
