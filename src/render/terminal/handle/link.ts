import type {NodeOf} from '../../../page/index.ts'
import {linkText} from '../link-text.ts'
import type {NodeContext} from '../node-context.ts'
import {sanitizeLine} from '../sanitize.ts'
import {wrapLine} from '../wrap.ts'

/** A link with its address, so that it can be opened from any terminal. */
export const link = (node: NodeOf<'link'>, {look, width}: NodeContext): readonly string[] =>
  wrapLine(linkText(sanitizeLine(node.text), node.url, look.paint), width)
