import type {MediaSource} from '../../page/index.ts'
import type {HtmlOptions} from '../../render/html/index.ts'

const noAsset = {kind: 'linked', href: '', hash: ''} as const

/** How the pieces of a session are drawn in the viewer: pictures and other sessions are to be had from the server. */
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

/** Ids of sessions as they may stand in an address. */
const isSessionId = (id: string): boolean => /^[\w.-]{1,128}$/.test(id) && !/^\.+$/.test(id)
