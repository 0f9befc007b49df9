export type {Dialect} from './dialect.ts'
export {dialects, readLine, readRecord} from './read-line.ts'
export type {LineReader} from './read-lines.ts'
export {readLines} from './read-lines.ts'
