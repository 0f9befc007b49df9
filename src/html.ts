export {renderHtml} from './library/render-html.ts'
export type {PageOptions, Renderable} from './library/render-page.ts'
