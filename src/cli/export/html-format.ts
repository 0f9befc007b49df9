import type {SessionPage} from '../../page/index.ts'
import type {Asset, HtmlOptions} from '../../render/html/index.ts'
import {renderIndex, renderProject, renderSession} from '../../render/html/index.ts'
import type {BuiltAsset, BuiltAssets} from './assets.ts'
import {collectSessions, nameOfAll} from './collect-sessions.ts'
import type {PageFormat} from './page-format.ts'
import type {PageFrame} from './page-frame.ts'
import {withStrays} from './with-strays.ts'

/** As much as a browser opens at once, on a phone too. */
const partBytes = 2_000_000

/** Pages as HTML. */
export function htmlFormat(built: BuiltAssets): PageFormat {
  const optionsFor = (frame: PageFrame, session?: SessionPage): HtmlOptions => ({
    zone: frame.zone,
    timestamps: frame.timestamps,
    imageUrl: frame.imageUrl,
    gitLink: frame.gitLink,
    folder: session?.folder,
    sessionHref: frame.sessionHref,
    assets: {style: assetFor(built.style, frame), script: assetFor(built.script, frame)},
    home: frame.home,
    images: frame.images,
    partBytes: frame.splits ? partBytes : Number.POSITIVE_INFINITY,
    partHref: frame.partHref,
  })
  return {
    ending: 'html',
    print: `html ${built.style.hash} ${built.script.hash}`,
    assets: [built.style, built.script],
    session: (session, strays, frame) =>
      renderSession(withStrays(session, strays), optionsFor(frame, session)).map((part) => [part]),
    shared: (page, frame) => [renderProject(page, optionsFor(frame, page.sessions[0]))],
    async *document(read, frame) {
      const sessions = await collectSessions(read)
      const [first, second] = sessions
      if (first && !second) yield* renderSession(first, optionsFor(frame, first))
      else
        yield renderProject(
          {name: nameOfAll(sessions), number: 1, pages: 1, sessions},
          optionsFor(frame, first),
        )
    },
    index: (projects, frame) => [renderIndex(projects, optionsFor(frame))],
  }
}

function assetFor({name, text, hash}: BuiltAsset, {assets}: PageFrame): Asset {
  return assets === undefined ? {kind: 'inline', text, hash} : {kind: 'linked', href: assets + name, hash}
}
