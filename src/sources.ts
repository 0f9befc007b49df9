export type {
  FollowOptions,
  FollowStep,
  OnSkipped,
  SessionStep,
  SourceFile,
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
