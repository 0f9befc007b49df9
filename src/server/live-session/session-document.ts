import type {MediaSource, SessionPage} from '../../page/index.ts'
import {type HtmlOptions, renderHtmlSession} from '../../render/html/index.ts'
import {jsonPageEnd, jsonPageSession, jsonPageStart} from '../../render/json/index.ts'
import {type MarkdownOptions, renderMarkdownSession} from '../../render/markdown/index.ts'
import type {DocumentFormat, SessionImage} from './live-session.ts'

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

/** Images that a browser shows without running anything. SVG can contain scripts, so it is not one of them. */
const safeImageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** The images of a session, each named by a hash of its content so that browsers load it once. */
export function sessionImages(baseUrl: string, hashOf: (text: string) => string) {
  const names = new WeakMap<MediaSource, string>()
  const images = new Map<string, SessionImage>()
  return {
    /** The URL of an image; undefined if it is not shown. */
    urlOf(source: MediaSource): string | undefined {
      if (source.kind !== 'base64') return undefined
      const mediaType = source.mediaType.toLowerCase()
      if (!safeImageTypes.has(mediaType)) return undefined
      const name = names.get(source) ?? hashOf(source.data)
      names.set(source, name)
      images.set(name, {mediaType, base64: source.data})
      return `${baseUrl}/${name}`
    },
    get: (name: string): SessionImage | undefined => images.get(name),
  }
}
