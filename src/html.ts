export {renderHtml} from './library/render-html.ts'
export type {Renderable, RenderOptions} from './library/render-page.ts'
