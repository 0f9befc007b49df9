export type {Heading, NarratorOptions} from './describe/index.ts'
export {Narrator, runningOf, Summarizer} from './describe/index.ts'
export * from './page/index.ts'
export * from './render/terminal/index.ts'
