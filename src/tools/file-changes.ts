import {applyPatch, reversePatch, type StructuredPatchHunk} from 'diff'
import {emptyObject, flag, number, object, objects, text, texts} from '../model/fields.ts'
import {inputFields, isJsonObject, type JsonObject, type ToolRun} from '../model/index.ts'
import {filePathOf} from './shared/files.ts'
import {asPatch, computeHunks, type FilePatch, readFilePatch} from './shared/hunks.ts'

/** What a call did to one file. */
export interface FileChange {
  readonly path: string
  readonly isNew: boolean
  /** The whole file before the change; `undefined` if the client did not write it down. */
  readonly before: string | undefined
  /** The whole file after the change, given the file before it; `undefined` if it cannot be known. */
  readonly apply: (before: string | undefined) => string | undefined
  /** The change as the client reports it, with its place in the file. */
  readonly reported: readonly StructuredPatchHunk[]
  /** The texts that were replaced, in order, if the client reports no place. */
  readonly replaced: readonly TextChange[]
}

/** A text and what replaced it. */
export interface TextChange {
  readonly before: string
  readonly after: string
  readonly all: boolean
}

/** What a completed call did to files, by what the client reported; nothing for any other call. */
export function readFileChanges(run: ToolRun): readonly FileChange[] {
  if (run.state !== 'completed') return []
  const structured = isJsonObject(run.result.structured) ? run.result.structured : emptyObject
  return readers.get(run.name)?.(inputFields(run.input), structured) ?? []
}

/** A change alone, if the contents of the file are unknown. */
export const patchOf = ({reported, replaced}: FileChange): FilePatch =>
  reported.length > 0
    ? readFilePatch(reported)
    : {hunks: replaced.flatMap(({before, after}) => computeHunks(before, after)), text: undefined}

type ReadChanges = (input: JsonObject, structured: JsonObject) => readonly FileChange[]

function readWrite(input: JsonObject, structured: JsonObject): readonly FileChange[] {
  const path = filePathOf(structured) ?? filePathOf(input)
  const after = text(structured, 'content') ?? text(input, 'content')
  if (path === undefined || after === undefined) return []
  const reported = readReported(structured, 'structuredPatch')
  const isNew = text(structured, 'type') === 'create'
  // Clients before 2.0.55 do not write down the file that was replaced, but the patch leads back to it.
  const before = isNew ? '' : (text(structured, 'originalFile') ?? unapply(after, reported))
  return [{path, isNew, before, apply: () => after, reported, replaced: []}]
}

const readEdit: ReadChanges = (input, structured) =>
  readReplaced(input, structured, text(structured, 'originalFile'), [
    {
      before: text(structured, 'oldString') ?? text(input, 'old_string') ?? '',
      after: text(structured, 'newString') ?? text(input, 'new_string') ?? '',
      all: flag(structured, 'replaceAll') === true || flag(input, 'replace_all') === true,
    },
  ])

const readMultiEdit: ReadChanges = (input, structured) =>
  readReplaced(
    input,
    structured,
    text(structured, 'originalFileContents'),
    objects(input, 'edits').map((edit) => ({
      before: text(edit, 'old_string') ?? '',
      after: text(edit, 'new_string') ?? '',
      all: flag(edit, 'replace_all') === true,
    })),
  )

function readReplaced(
  input: JsonObject,
  structured: JsonObject,
  before: string | undefined,
  replaced: readonly TextChange[],
): readonly FileChange[] {
  const path = filePathOf(structured) ?? filePathOf(input)
  if (path === undefined) return []
  const reported = readReported(structured, 'structuredPatch')
  // An edit of an empty text creates the file, or fills an empty one.
  const isNew = replaced[0]?.before === '' && (before ?? '') === ''
  const apply = (known = isNew ? '' : undefined): string | undefined => {
    if (known === undefined) return undefined
    // Only the patch has what the client and the user made of the new text: without spaces at line ends, for example.
    // But patches of older clients have spaces in place of leading tabs.
    const hasTabs = [known, ...replaced.map(({after}) => after)].some((content) => /^\t/m.test(content))
    return (
      (hasTabs ? undefined : patched(known, reported)) ??
      replaceTexts(known, replaced) ??
      patched(known, reported)
    )
  }
  return [{path, isNew, before: isNew ? '' : before, apply, reported, replaced}]
}

/** Replaces texts as the client does. */
function replaceTexts(content: string, replaced: readonly TextChange[]): string | undefined {
  let now = content
  for (const {before, after, all} of replaced) {
    if (before === '') {
      if (now !== '') return undefined
      now = after
      continue
    }
    // A line that is replaced by nothing takes its line end with it.
    const whole =
      after === '' && !before.endsWith('\n') && now.includes(`${before}\n`) ? `${before}\n` : before
    const at = now.indexOf(whole)
    if (at < 0) return undefined
    now = all ? now.split(whole).join(after) : now.slice(0, at) + after + now.slice(at + whole.length)
  }
  return now
}

const readNotebookEdit: ReadChanges = (input, structured) => {
  const path = filePathOf(structured) ?? filePathOf(input)
  const after = text(structured, 'updated_file')
  if (path === undefined || after === undefined) return []
  const before = text(structured, 'original_file')
  return [{path, isNew: false, before, apply: () => after, reported: [], replaced: []}]
}

/** Newer clients find out which files a command changed (`bashEditDiff`). */
const readShellEdits: ReadChanges = (_, structured) =>
  objects(object(structured, 'bashEditDiff') ?? emptyObject, 'files').flatMap((file) => {
    const path = text(file, 'filePath')
    const reported = readReported(file, 'hunks')
    if (path === undefined || reported.length === 0) return []
    const isNew = flag(file, 'created') === true
    const apply = (before: string | undefined) => (before === undefined ? before : patched(before, reported))
    return [{path, isNew, before: isNew ? '' : undefined, apply, reported, replaced: []}]
  })

const readers: ReadonlyMap<string, ReadChanges> = new Map([
  ['Write', readWrite],
  ['Replace', readWrite],
  ['Edit', readEdit],
  ['MultiEdit', readMultiEdit],
  ['NotebookEdit', readNotebookEdit],
  ['NotebookEditCell', readNotebookEdit],
  ['Bash', readShellEdits],
  ['PowerShell', readShellEdits],
])

/** The hunks under a name, with lengths that fit their lines: a hostile file may state others. */
const readReported = (record: JsonObject, name: string): readonly StructuredPatchHunk[] =>
  objects(record, name).flatMap((hunk) => {
    const lines = texts(hunk, 'lines').filter((line) => /^[ +\-\\][^\r\n]*$/.test(line))
    if (!lines.some((line) => /^[+-]/.test(line))) return []
    return [
      {
        oldStart: number(hunk, 'oldStart') ?? 1,
        newStart: number(hunk, 'newStart') ?? 1,
        oldLines: lines.filter((line) => /^[ -]/.test(line)).length,
        newLines: lines.filter((line) => /^[ +]/.test(line)).length,
        lines,
      },
    ]
  })

function patched(before: string, hunks: readonly StructuredPatchHunk[]): string | undefined {
  if (hunks.length === 0) return undefined
  const after = applyPatch(before, asPatch(hunks))
  return after === false ? undefined : after
}

function unapply(after: string, hunks: readonly StructuredPatchHunk[]): string | undefined {
  if (hunks.length === 0) return undefined
  const before = applyPatch(after, reversePatch(asPatch(hunks)))
  return before === false ? undefined : before
}
