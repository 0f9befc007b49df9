import type {SourceFile} from '../../sources/index.ts'
import {describeFile} from '../../sources/index.ts'
import type {FoundFile} from './list-files.ts'

/** Outputs of tools, and the journals, runs and scripts of workflows. */
const besideTranscript =
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:tool-results\/[^/]+|workflows\/.+|subagents\/workflows\/[^/]+\/journal\.jsonl)$/

/** What a file's path says about it: whose transcript it is, or in which session a tool or a workflow wrote it. */
export function sourceOf({path, kind}: Pick<FoundFile, 'path' | 'kind'>): SourceFile {
  if (kind === 'lines') return describeFile(path)
  const session = besideTranscript.exec(path)?.[1]
  return session === undefined ? {path} : {path, session}
}
