export type {Dialect} from './dialect.ts'
export type {LineReader, Translate} from './read-line.ts'
export {addTranslation, dialects, readLine, readLines, readRecord} from './read-line.ts'
