import type {HtmlOptions} from '../../../src/render/html/index.ts'
import type {MarkdownOptions} from '../../../src/render/markdown/index.ts'

const asset = {kind: 'inline', text: '', hash: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='} as const

/** How tests make HTML: without style and script, in one part, in a zone that is always the same. */
export const htmlOptions = (given: Partial<HtmlOptions> = {}): HtmlOptions => ({
  zone: 'UTC',
  timestamps: true,
  imageUrl: () => undefined,
  gitLink: undefined,
  folder: undefined,
  sessionHref: () => undefined,
  assets: {style: asset, script: asset},
  home: undefined,
  images: 'none',
  partBytes: Number.POSITIVE_INFINITY,
  partHref: (part) => `part-${part}.html`,
  ...given,
})

/** How tests make Markdown. */
export const markdownOptions = (given: Partial<MarkdownOptions> = {}): MarkdownOptions => ({
  zone: 'UTC',
  timestamps: true,
  compact: false,
  imageUrl: () => undefined,
  gitLink: undefined,
  sessionHref: () => undefined,
  frontMatter: true,
  ...given,
})
