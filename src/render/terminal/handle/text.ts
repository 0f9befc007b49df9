import type {NodeOf} from '../../../page/index.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeText} from '../sanitize.ts'
import {splitLines} from '../split-lines.ts'
import {wrapLine} from '../wrap.ts'

/** Text as it stands, in the colour of its tone. */
export function text(node: NodeOf<'text'>, {look, width}: NodeContext): readonly string[] {
  const lines = splitLines(sanitizeText(node.text)).flatMap((line) => wrapLine(line, width))
  if (node.tone === 'plain' || !look.paint.keepsColor) return lines
  return lines.map(node.tone === 'dim' ? look.paint.dim : look.paint.bad)
}
