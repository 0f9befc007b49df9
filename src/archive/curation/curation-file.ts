import {ArchiveError} from '../archive-error.ts'
import {type CuratedItem, checkCuratedItem} from './curation.ts'

/** The file with names, stars, tags and notes, next to restored files. */
export const curationFileName = 'curation.json'

/** What users said, as a file that `import` reads. */
export function formatCurationFile(items: readonly CuratedItem[]): string {
  const rows = items.map(({changedAt, ...item}) => ({
    ...item,
    changedAt: new Date(changedAt).toISOString(),
  }))
  return `${JSON.stringify({type: 'recount-curation', version: 1, items: rows}, undefined, 2)}\n`
}

/** Reads such a file. Anyone may have written it: items that are not valid are left out. */
export function parseCurationFile(text: string, path: string): readonly CuratedItem[] {
  const file = parseJson(text)
  const isOurs =
    typeof file === 'object' && file !== null && 'type' in file && file.type === 'recount-curation'
  const items = isOurs && 'items' in file ? file.items : undefined
  if (!Array.isArray(items))
    throw new ArchiveError(
      `Cannot import ${path}: it has no names, stars, tags or notes of "recount restore --all".`,
    )
  return items.map(checkCuratedItem).filter((item) => item !== undefined)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
