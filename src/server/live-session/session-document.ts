import type {MediaSource, SessionPage} from '../../page/index.ts'
import {renderHtmlSession} from '../../render/html/index.ts'
import {jsonPageEnd, jsonPageSession, jsonPageStart} from '../../render/json/index.ts'
import type {MarkdownOptions} from '../../render/markdown/index.ts'
import {renderMarkdownSession} from '../../render/markdown/index.ts'
import type {DocumentFormat} from './live-session.ts'

/** The style and the script of exported pages. */
export interface DocumentAssets {
  readonly style: {readonly text: string; readonly hash: string}
  readonly script: {readonly text: string; readonly hash: string}
}

const pictures = /^image\/(?:png|jpeg|gif|webp)$/i

/** A session as one file that needs nothing else. */
export function renderSessionDocument(
  page: SessionPage,
  format: DocumentFormat,
  zone: string,
  {style, script}: DocumentAssets,
): string {
  switch (format) {
    case 'html':
      return renderHtmlSession(page, {
        zone,
        timestamps: true,
        imageUrl: embedded,
        gitLink: undefined,
        folder: page.cwd,
        sessionHref: () => undefined,
        assets: {style: {kind: 'inline', ...style}, script: {kind: 'inline', ...script}},
        home: undefined,
        images: 'embed',
        partBytes: Number.POSITIVE_INFINITY,
        partHref: () => '',
      }).join('')
    case 'md':
      return renderMarkdownSession(page, viewerMarkdownOptions(zone))
    case 'json':
      return [jsonPageStart('all'), ...jsonPageSession(page, 0), ...jsonPageEnd(1, [])].join('')
  }
}

/** How sessions, and what is in them, are written in Markdown. */
export const viewerMarkdownOptions = (zone: string): MarkdownOptions => ({
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
