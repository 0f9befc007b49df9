import {tagged} from './tagged.ts'

/** An output that was too large for the conversation: what is left of it, and where the rest is. */
export interface PersistedOutput {
  readonly preview: string
  readonly path: string | undefined
  /** As the client wrote it. */
  readonly size: string | undefined
}

/** Reads the stub that clients put in the place of a large output; nothing where the text is no such stub. */
export function readPersisted(text: string): PersistedOutput | undefined {
  if (!text.startsWith('<persisted-output>')) return undefined
  const stub = tagged(text, 'persisted-output') ?? text.slice('<persisted-output>'.length)
  const head = stub.slice(0, 4000)
  const preview = stub.indexOf('\n', stub.indexOf('Preview ('))
  return {
    preview: stub.slice(preview + 1).replace(/\n\.\.\.$/, ''),
    path: /saved to: (.*)/.exec(head)?.[1],
    size: /^\s*Output too large \(([^)]*)\)/.exec(head)?.[1],
  }
}
