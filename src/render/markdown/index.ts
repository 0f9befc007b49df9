export {renderMarkdownEntry} from './entry/render-entries.ts'
export type {MarkdownOptions} from './markdown-options.ts'
export {
  markdownProjectChunks,
  renderMarkdownArticle,
  renderMarkdownIndex,
  renderMarkdownProject,
} from './render-project.ts'
export {markdownSessionChunks, renderMarkdownSession} from './render-session.ts'
