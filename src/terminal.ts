export type {Heading, NarratorOptions} from './describe/index.ts'
export {describeSpending, Narrator, Summarizer} from './describe/index.ts'
export * from './page/index.ts'
export * from './render/terminal/index.ts'
