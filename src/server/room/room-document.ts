import type {MediaSource, SessionPage} from '../../page/index.ts'
import {renderSession} from '../../render/html/index.ts'
import {jsonBeginning, jsonEnd, jsonSession} from '../../render/json/index.ts'
import type {MarkdownOptions} from '../../render/markdown/index.ts'
import {renderMarkdown} from '../../render/markdown/index.ts'
import type {RoomFormat} from './room.ts'

/** The style and the script of exported pages. */
export interface DocumentAssets {
  readonly style: {readonly text: string; readonly hash: string}
  readonly script: {readonly text: string; readonly hash: string}
}

const pictures = /^image\/(?:png|jpeg|gif|webp)$/i

/** A session as one file that needs nothing else. */
export function roomDocument(
  page: SessionPage,
  format: RoomFormat,
  zone: string,
  {style, script}: DocumentAssets,
): string {
  switch (format) {
    case 'html':
      return renderSession(page, {
        zone,
        timestamps: true,
        imageUrl: embedded,
        gitLink: undefined,
        folder: page.folder,
        sessionHref: () => undefined,
        assets: {style: {kind: 'inline', ...style}, script: {kind: 'inline', ...script}},
        home: undefined,
        images: 'embed',
        partBytes: Number.POSITIVE_INFINITY,
        partHref: () => '',
      }).join('')
    case 'md':
      return renderMarkdown(page, markdownOptions(zone))
    case 'json':
      return [jsonBeginning('all'), ...jsonSession(page, 0), ...jsonEnd(1, [])].join('')
  }
}

/** How sessions, and what is in them, are written in Markdown. */
export const markdownOptions = (zone: string): MarkdownOptions => ({
  zone,
  timestamps: true,
  compact: false,
  imageUrl: () => undefined,
  gitLink: undefined,
  sessionHref: () => undefined,
  frontMatter: true,
})

const embedded = (source: MediaSource): string | undefined =>
  source.kind === 'base64' && pictures.test(source.mediaType)
    ? `data:${source.mediaType.toLowerCase()};base64,${source.data.replace(/[^\w+/=]/g, '')}`
    : undefined
