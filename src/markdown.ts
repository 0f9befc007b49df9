export {renderMarkdown} from './library/render-markdown.ts'
export type {PageOptions, Renderable} from './library/render-page.ts'
