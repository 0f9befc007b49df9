import type {MediaSource, SessionPage} from '../../page/index.ts'
import type {HtmlOptions} from '../../render/html/index.ts'
import {renderHtmlSession} from '../../render/html/index.ts'
import {jsonPageEnd, jsonPageSession, jsonPageStart} from '../../render/json/index.ts'
import type {MarkdownOptions} from '../../render/markdown/index.ts'
import {renderMarkdownSession} from '../../render/markdown/index.ts'
import type {DocumentFormat} from './live-session.ts'
import {safeImageTypes} from './session-images.ts'

/** The style and the script of exported pages. */
export interface DocumentAssets {
  readonly style: {readonly text: string; readonly hash: string}
  readonly script: {readonly text: string; readonly hash: string}
}

/** A session as one self-contained file. */
export function renderSessionDocument(
  page: SessionPage,
  format: DocumentFormat,
  zone: string,
  {style, script}: DocumentAssets,
): string {
  switch (format) {
    case 'html':
      return renderHtmlSession(page, {
        ...viewerHtmlOptions(zone, embedImage),
        folder: page.cwd,
        sessionHref: () => undefined,
        assets: {style: {kind: 'inline', ...style}, script: {kind: 'inline', ...script}},
        images: 'embed',
      }).join('')
    case 'md':
      return renderMarkdownSession(page, viewerMarkdownOptions(zone))
    case 'json':
      return [jsonPageStart('all'), ...jsonPageSession(page, 0), ...jsonPageEnd(1, [])].join('')
  }
}

const noAsset = {kind: 'linked', href: '', hash: ''} as const

/** How the viewer renders slices: images and other sessions are links to the server. */
export const viewerHtmlOptions = (
  zone: string,
  imageUrl: (source: MediaSource) => string | undefined,
): HtmlOptions => ({
  zone,
  timestamps: true,
  imageUrl,
  gitLink: undefined,
  folder: undefined,
  sessionHref: (id) => (isSessionId(id) ? `/s/${id}` : undefined),
  assets: {style: noAsset, script: noAsset},
  home: undefined,
  images: 'files',
  partBytes: Number.POSITIVE_INFINITY,
  partHref: () => '',
})

/** Session ids that are safe in a URL. */
const isSessionId = (id: string): boolean => /^[\w.-]{1,128}$/.test(id) && !/^\.+$/.test(id)

/** How the viewer writes sessions and entries as Markdown. */
export const viewerMarkdownOptions = (zone: string): MarkdownOptions => ({
  zone,
  timestamps: true,
  compact: false,
  imageUrl: () => undefined,
  gitLink: undefined,
  sessionHref: () => undefined,
  frontMatter: true,
})

const embedImage = (source: MediaSource): string | undefined =>
  source.kind === 'base64' && safeImageTypes.has(source.mediaType.toLowerCase())
    ? `data:${source.mediaType.toLowerCase()};base64,${source.data.replace(/[^\w+/=]/g, '')}`
    : undefined
