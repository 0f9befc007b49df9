export type {MarkdownOptions} from './markdown-options.ts'
export {renderMarkdownIndex} from './render-index.ts'
export {renderMarkdown} from './render-markdown.ts'
export {renderMarkdownProject} from './render-project.ts'
