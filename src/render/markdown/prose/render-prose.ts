import {maxProseCharacters, type ProseBlock, parseProse} from '../../../page/prose.ts'
import {fence} from '../fence.ts'
import type {MarkdownContext} from '../markdown-context.ts'
import {sanitizeText} from '../sanitize.ts'
import {writeBlocks} from './write-block.ts'

/** What may be more than a word, wherever it stands or at the beginning of a line. */
const marked = /[\\`*_[\]<>&~|%@#=+\t]|:\/\/|^[\s\d:-]| \n|\n[ \d:-]/

/**
 * Somebody's Markdown, written anew: it says the same, but nothing in it reaches beyond it. Fences are closed, HTML is
 * text, definitions that are used are gone into their links, pictures from elsewhere are links, and no heading stands above `level`.
 */
export function renderProse(markdown: string, context: MarkdownContext): readonly string[] {
  const safe = sanitizeText(markdown)
  if (safe.length > maxProseCharacters) return fence(safe, 'markdown')
  if (context.gitLink === undefined && !marked.test(safe)) return paragraphs(safe)
  const blocks = parseProse(safe)
  const shift = Math.max(0, context.proseLevel - highestHeading(blocks))
  return writeBlocks(blocks, {context, shift})
}

function highestHeading(blocks: readonly ProseBlock[]): number {
  return blocks.reduce(
    (highest, {token, children}) =>
      token.type === 'heading_open'
        ? Math.min(highest, Number(token.tag.slice(1)))
        : Math.min(highest, highestHeading(children)),
    6,
  )
}

/** Half of all that is said is nothing but words, and needs no parser. */
const paragraphs = (text: string): readonly string[] =>
  text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
