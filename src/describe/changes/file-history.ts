import type {Instant, ToolRun} from '../../model/index.ts'
import type {ChangedFile, DiffLine, Hunk} from '../../page/index.ts'
import {type FileChange, type FilePatch, patchBetween, patchOf} from '../../tools/index.ts'

/** Follows one file through the calls that changed it. */
export class FileHistory {
  readonly #path: string
  readonly #folder: string | undefined
  /** The content before the first change; `undefined` if it is unknown, or if a later content is. */
  #first: string | undefined
  #now: string | undefined
  #isNew = false
  #isMixed = false
  /** Each change alone. */
  readonly #steps: FilePatch[] = []
  readonly #calls: string[] = []
  #writes = 0
  #changedAt: Instant | undefined

  constructor(path: string, folder: string | undefined) {
    this.#path = path
    this.#folder = folder
  }

  add(change: FileChange, run: ToolRun): void {
    const isFirst = this.#calls.length === 0
    const before = change.before ?? this.#now
    const after = change.apply(before)
    if (isFirst) {
      this.#first = before
      this.#isNew = change.isNew
    } else if (before === undefined || after === undefined) this.#first = undefined
    else if (this.#now !== undefined && this.#now !== before) this.#isMixed = true
    this.#steps.push(
      before === undefined || after === undefined ? patchOf(change) : patchBetween(before, after),
    )
    this.#now = after
    this.#calls.push(run.id)
    if (run.name === 'Write' || run.name === 'Replace') this.#writes += 1
    this.#changedAt = run.endedAt ?? run.startedAt ?? this.#changedAt
  }

  describe(): ChangedFile {
    const whole =
      this.#first === undefined || this.#now === undefined ? undefined : patchBetween(this.#first, this.#now)
    const parts = whole ? [whole] : this.#steps
    const hunks = parts.flatMap((part) => part.hunks)
    return {
      path: this.#path,
      relativePath: relativePath(this.#folder, this.#path),
      isNew: this.#isNew,
      writes: this.#writes,
      edits: this.#calls.length - this.#writes,
      linesAdded: countLines(hunks, '+'),
      linesRemoved: countLines(hunks, '-'),
      calls: this.#calls,
      hunks,
      patches: parts.some(({text}) => text === undefined) ? undefined : parts.flatMap(({text}) => text || []),
      isMixed: this.#isMixed && whole !== undefined,
      changedAt: this.#changedAt,
    }
  }
}

function countLines(hunks: readonly Hunk[], sign: DiffLine['sign']): number {
  let count = 0
  for (const {lines} of hunks) for (const line of lines) if (line.sign === sign) count += 1
  return count
}

/** A path inside a folder, with slashes; `undefined` for any other. */
export function relativePath(folder: string | undefined, path: string): string | undefined {
  if (folder === undefined || folder === '' || !path.startsWith(folder)) return undefined
  const rest = path.slice(folder.length)
  const inside = /[/\\]$/.test(folder) ? rest : /^[/\\]/.test(rest) ? rest.slice(1) : ''
  const names = inside.split(folder.includes('\\') ? /[/\\]/ : '/')
  return names.every((name) => name !== '' && name !== '.' && name !== '..') ? names.join('/') : undefined
}
