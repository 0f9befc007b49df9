import type {Session} from '../../conversation/index.ts'
import {text} from '../../model/fields.ts'
import {inputFields} from '../../model/index.ts'
import type {Node, PageEntry, TouchedFile} from '../../page/index.ts'

/** What tools that are given a file do with it. */
const touches: ReadonlyMap<string, 'reads' | 'changes'> = new Map([
  ['Read', 'reads'],
  ['NotebookRead', 'reads'],
  ['Edit', 'changes'],
  ['MultiEdit', 'changes'],
  ['Write', 'changes'],
  ['NotebookEdit', 'changes'],
])

/** Notes the files that calls touched, in the order in which they were first. */
export class TouchedFiles {
  readonly #session: Session
  readonly #files = new Map<string, TouchedFile>()

  constructor(session: Session) {
    this.#session = session
  }

  add(entry: PageEntry): void {
    const touch = entry.state === 'completed' && entry.tool !== undefined && touches.get(entry.tool)
    const path = touch && this.#pathOf(entry.key)
    if (touch && path) this.#addTouch(path, touch, entry)
  }

  list(): readonly TouchedFile[] {
    return [...this.#files.values()]
  }

  #addTouch(path: string, touch: 'reads' | 'changes', {anchor, asked, answered}: PageEntry): void {
    const before = this.#files.get(path) ?? {path, reads: 0, changes: 0, linesAdded: 0, linesRemoved: 0}
    const [linesAdded, linesRemoved] = changedLines([...asked, ...answered])
    this.#files.set(path, {
      ...before,
      [touch]: before[touch] + 1,
      linesAdded: before.linesAdded + linesAdded,
      linesRemoved: before.linesRemoved + linesRemoved,
      anchor,
    })
  }

  #pathOf(callId: string): string | undefined {
    const run = this.#session.runs.get(callId)
    const input = run && inputFields(run.input)
    return input && (text(input, 'file_path') ?? text(input, 'notebook_path'))
  }
}

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
