export type {PageOptions} from './describe/index.ts'
export {PageMaker} from './describe/index.ts'
export * from './page/index.ts'
export * from './render/markdown/index.ts'
