export {renderMarkdown} from './library/render-markdown.ts'
export type {Renderable, RenderOptions} from './library/render-page.ts'
