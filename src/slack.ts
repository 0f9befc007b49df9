export type {Heading, NarratorOptions} from './describe/index.ts'
export {Narrator, Summarizer} from './describe/index.ts'
export * from './page/index.ts'
export * from './render/slack/index.ts'
