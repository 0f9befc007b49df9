export type {Heading, NarratorOptions} from './describe/index.ts'
export {Narrator, Summarizer, spentOf} from './describe/index.ts'
export * from './page/index.ts'
export * from './render/terminal/index.ts'
