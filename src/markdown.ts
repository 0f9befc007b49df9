export type {DescribeOptions} from './describe/index.ts'
export {describePage} from './describe/index.ts'
export * from './page/index.ts'
export * from './render/markdown/index.ts'
