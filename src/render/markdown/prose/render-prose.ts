import markdownIt from 'markdown-it'
import {keepDefinitions} from '../../../page/index.ts'
import {fence} from '../fence.ts'
import type {MarkdownContext} from '../markdown-context.ts'
import {sanitizeText} from '../sanitize.ts'
import {blockTree} from './block-tree.ts'
import {writeBlocks} from './write-block.ts'

const parser = markdownIt({html: false, linkify: false}).use(keepDefinitions)

/** Longer texts are no longer prose, and some parsers can be made slow by them. They are shown as they stand. */
const mostCharacters = 200_000

/** What may be more than a word, wherever it stands or at the beginning of a line. */
const marked = /[\\`*_[\]<>&~|%@#=+\t]|:\/\/|^[\s\d:-]| \n|\n[ \d:-]/

/**
 * Somebody's Markdown, written anew: it says the same, but nothing in it reaches beyond it. Fences are closed, HTML is
 * text, definitions that are used are gone into their links, pictures from elsewhere are links, and no heading stands above `level`.
 */
export function renderProse(markdown: string, context: MarkdownContext): readonly string[] {
  const safe = sanitizeText(markdown)
  if (safe.length > mostCharacters) return fence(safe, 'markdown')
  if (context.gitLink === undefined && !marked.test(safe)) return paragraphs(safe)
  const tokens = parser.parse(safe, {})
  const levels = tokens.flatMap(({type, tag}) => (type === 'heading_open' ? Number(tag.slice(1)) : []))
  const shift = Math.max(0, context.proseLevel - Math.min(6, ...levels))
  return writeBlocks(blockTree(tokens), {context, shift})
}

/** Half of all that is said is nothing but words, and needs no parser. */
const paragraphs = (text: string): readonly string[] =>
  text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
