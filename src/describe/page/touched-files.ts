import type {Session} from '../../conversation/index.ts'
import {text} from '../../model/fields.ts'
import {fileChangingTools} from '../../model/file-tools.ts'
import {inputFields} from '../../model/index.ts'
import type {Node, PageEntry, TouchedFile} from '../../page/index.ts'

const readingTools: ReadonlySet<string> = new Set(['Read', 'NotebookRead'])

/** What a tool that is given a file does with it. */
function touchOf(tool: string): 'reads' | 'changes' | undefined {
  if (fileChangingTools.has(tool)) return 'changes'
  return readingTools.has(tool) ? 'reads' : undefined
}

/** The files that calls touched, in the order in which they were first touched. */
export class TouchedFiles {
  readonly #session: Session
  readonly #files = new Map<string, TouchedFile>()

  constructor(session: Session) {
    this.#session = session
  }

  add(entry: PageEntry): void {
    const touch = entry.state === 'completed' && entry.tool !== undefined && touchOf(entry.tool)
    const path = touch && this.#pathOf(entry.key)
    if (touch && path) this.#addTouch(path, touch, entry)
  }

  list(): readonly TouchedFile[] {
    return [...this.#files.values()]
  }

  #addTouch(path: string, touch: 'reads' | 'changes', {anchor, asked, answered}: PageEntry): void {
    const before = this.#files.get(path)
    const [linesAdded, linesRemoved] = changedLines([...asked, ...answered])
    const touched = {path, reads: 0, changes: 0, linesAdded, linesRemoved, anchor, [touch]: 1}
    this.#files.set(path, before ? addTouches(before, touched) : touched)
  }

  #pathOf(callId: string): string | undefined {
    const run = this.#session.runs.get(callId)
    const input = run && inputFields(run.input)
    return input && (text(input, 'file_path') ?? text(input, 'notebook_path'))
  }
}

/** Two sets of touches of the same file as one; its anchor is that of the later one. */
export const addTouches = (before: TouchedFile, after: TouchedFile): TouchedFile => ({
  ...after,
  reads: before.reads + after.reads,
  changes: before.changes + after.changes,
  linesAdded: before.linesAdded + after.linesAdded,
  linesRemoved: before.linesRemoved + after.linesRemoved,
})

function changedLines(nodes: readonly Node[]): readonly [added: number, removed: number] {
  let [added, removed] = [0, 0]
  for (const node of nodes) {
    if (node.kind !== 'diff') continue
    for (const {lines} of node.hunks) {
      for (const {sign} of lines) {
        if (sign === '+') added += 1
        if (sign === '-') removed += 1
      }
    }
  }
  return [added, removed]
}
