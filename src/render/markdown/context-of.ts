import type {MarkdownContext} from './markdown-context.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {placesIn} from './places.ts'
import {renderNodes} from './render-nodes.ts'

/** The context of a session's parts. */
export const contextOf = (
  options: MarkdownOptions,
  folder: string | undefined,
  level: number,
  places = placesIn('', new Set()),
): MarkdownContext => ({
  ...options,
  // Methods of a class are not copied by spreading.
  imageUrl: (source) => options.imageUrl(source),
  sessionHref: (id) => options.sessionHref(id),
  draw: renderNodes,
  folder,
  places,
  level,
  proseLevel: level + 2,
  agents: 0,
})
