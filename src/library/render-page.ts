import type {PageFormat} from '../cli/commands/export/formats/page-format.ts'
import {imageUrls} from '../cli/commands/export/page-writer.ts'
import {libraryHost} from '../cli/host.ts'
import type {Conversation} from '../conversation/index.ts'
import {describePage} from '../describe/index.ts'
import type {Depth, Page} from '../page/index.ts'

/** What can be rendered: a session of `loadSession`, an update of `followSession`, or a `createConversation()`. */
export interface Renderable {
  readonly conversation: Conversation
}

/** What to show of a session, and how. */
export interface RenderOptions {
  /** How much to show; each level includes the previous ones. Default: `tool`. */
  readonly depth?: Depth | undefined
  /** Whether to show the model's thinking. Default: yes. */
  readonly thinking?: boolean | undefined
  /** Whether to show timestamps. Default: yes. */
  readonly timestamps?: boolean | undefined
  /** The time zone of times, by its IANA name. Default: that of the machine. */
  readonly timeZone?: string | undefined
  /** Whether images are in the page. Default: yes in HTML, no in Markdown. */
  readonly images?: boolean | undefined
  /** Links to commits and files: `https://example.org/o/r/commit/{sha}`, or `…/blob/main/{path}#L{line}`, or both. */
  readonly gitLink?: string | undefined
}

/** The page of a session: the neutral tree that every output is made from. */
export const makePage = (
  {conversation}: Renderable,
  {depth = 'tool', thinking = true}: RenderOptions = {},
): Page => describePage(conversation, {depth, thinking})

/** The time zone of the options, or of the machine. */
export const zoneOf = ({timeZone}: RenderOptions): string => timeZone ?? libraryHost(() => {}, undefined).zone

/** Renders a page as one document. */
export async function renderPage(
  format: PageFormat,
  page: Page,
  options: RenderOptions,
  images: boolean,
): Promise<string> {
  const kind = (options.images ?? images) ? 'embed' : 'none'
  const chunks: string[] = []
  for await (const chunk of format.document(asyncOnly(page), {
    zone: zoneOf(options),
    timestamps: options.timestamps ?? true,
    compact: false,
    gitLink: options.gitLink,
    images: kind,
    imageUrl: imageUrls(kind, undefined, '', () => {}),
    sessionHref: () => undefined,
    partHref: () => '',
    home: undefined,
    assets: undefined,
    splits: false,
  }))
    chunks.push(chunk)
  return chunks.join('')
}

async function* asyncOnly<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}
