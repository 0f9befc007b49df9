export type {Archive, Mended, SearchWish} from './archive/archive.ts'
export {ArchiveError} from './archive/archive-error.ts'
export {openArchive} from './archive/open-archive.ts'
export {parseQuery} from './archive/query/index.ts'
