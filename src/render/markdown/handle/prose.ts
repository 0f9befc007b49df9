import type {NodeOf} from '../../../page/index.ts'
import type {MarkdownContext} from '../markdown-context.ts'
import {renderProse} from '../prose/render-prose.ts'

/** Markdown stays Markdown. */
export const prose = ({markdown}: NodeOf<'prose'>, context: MarkdownContext): readonly string[] =>
  renderProse(markdown, context)
