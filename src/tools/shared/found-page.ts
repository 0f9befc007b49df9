import {text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {plain} from '../../page/index.ts'

/** A page that was found, with a few of its words where there are some; nothing without an address. */
export function foundPage(page: JsonObject): readonly Node[] {
  const url = text(page, 'url')
  if (url === undefined) return []
  const snippet = text(page, 'snippet') ?? ''
  return [
    {kind: 'link', url, text: text(page, 'title') || url},
    ...(snippet === '' ? [] : [plain(snippet, 'dim')]),
  ]
}
