import type {MarkdownOptions} from '../../render/markdown/index.ts'
import {renderMarkdown, renderMarkdownIndex, renderMarkdownProject} from '../../render/markdown/index.ts'
import {collectSessions, nameOfAll} from './collect-sessions.ts'
import type {PageFormat} from './page-format.ts'
import type {PageFrame} from './page-frame.ts'
import {withStrays} from './with-strays.ts'

/** Pages as Markdown. */
export const markdownFormat: PageFormat = {
  ending: 'md',
  print: 'md',
  assets: [],
  session: (session, strays, frame) => [[renderMarkdown(withStrays(session, strays), optionsFor(frame))]],
  shared: ({name, sessions, number, pages}, frame) => [
    renderMarkdownProject(
      pages === 1 ? name : `${name} (${number} of ${pages})`,
      sessions,
      optionsFor(frame),
    ),
  ],
  async *document(read, frame) {
    const sessions = await collectSessions(read)
    const [first, second] = sessions
    if (first && !second) yield renderMarkdown(first, optionsFor(frame))
    else yield renderMarkdownProject(nameOfAll(sessions), sessions, optionsFor(frame))
  },
  index: (projects, frame) => [renderMarkdownIndex(projects, optionsFor(frame))],
}

const optionsFor = (frame: PageFrame): MarkdownOptions => ({
  zone: frame.zone,
  timestamps: frame.timestamps,
  compact: frame.compact,
  imageUrl: frame.imageUrl,
  gitLink: frame.gitLink,
  sessionHref: frame.sessionHref,
  frontMatter: true,
})
