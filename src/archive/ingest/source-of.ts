import type {SourceFile} from '../../sources/index.ts'
import {describeFile} from '../../sources/index.ts'
import type {FoundFile} from './list-files.ts'

const output = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/tool-results\/[^/]+$/

/** What a file's place tells of it: whose transcript it is, or in which session a tool wrote it. */
export function sourceOf({path, kind}: Pick<FoundFile, 'path' | 'kind'>): SourceFile {
  if (kind === 'lines') return describeFile(path)
  const session = output.exec(path)?.[1]
  return session === undefined ? {path} : {path, session}
}
