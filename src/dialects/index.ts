export type {Dialect} from './dialect.ts'
export type {LineReader} from './read-line.ts'
export {dialects, readLine, readLines, readRecord} from './read-line.ts'
