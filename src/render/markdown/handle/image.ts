import type {MediaSource, NodeOf} from '../../../page/index.ts'
import {base64Bytes, formatBytes, formatCount} from '../../../page/index.ts'
import {escapeText} from '../escape-text.ts'
import type {MarkdownContext} from '../markdown-context.ts'
import {safePictureUrl} from '../safe-url.ts'
import {sanitizeLine} from '../sanitize.ts'

/** A picture, or its name with what is known of it. */
export function image({source, alt}: NodeOf<'image'>, {imageUrl}: MarkdownContext): readonly string[] {
  const given = imageUrl(source)
  const url = given === undefined ? undefined : safePictureUrl(given)
  const name = escapeText(sanitizeLine(alt) || 'picture', {cell: false, link: true})
  if (url !== undefined) return [`![${name}](${url})`]
  return [['▣ ', [name, ...factsOf(source)].join(' · ')].join('')]
}

function factsOf(source: MediaSource): readonly string[] {
  const words = (text: string): string => escapeText(sanitizeLine(text))
  switch (source.kind) {
    case 'base64':
      return [words(source.mediaType), formatBytes(base64Bytes(source.data))]
    case 'url':
      return [words(source.url)]
    case 'file':
      return [words(source.fileId)]
    case 'text':
      return [words(source.mediaType), `${formatCount(source.text.length)} characters`]
    case 'unknown':
      return []
  }
}
