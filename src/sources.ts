export type {LineReader} from './dialects/index.ts'
export {readLine, readLines, readRecord} from './dialects/index.ts'
export type {LineWarnings, RawLine} from './lines/index.ts'
export type {
  FollowOptions,
  FollowStep,
  OnSkipped,
  SessionStep,
  SourceFile,
  StdinHost,
  StdinOptions,
} from './sources/index.ts'
export {
  findFiles,
  findSessionFiles,
  followSessionFiles,
  linesOf,
  readSession,
  readStdin,
  SourceError,
} from './sources/index.ts'
