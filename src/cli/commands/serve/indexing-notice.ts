import type {Notice} from '../../../server/server-options.ts'

/** The notice that indexing fails, as long as it does. */
export interface IndexingNotice extends Notice {
  /** Takes the reason, or that it is over; gives the sentence for the terminal, if there is news. */
  set(reason: string | undefined): string | undefined
}

/** Makes the notice; there is none at first. */
export function indexingNotice(): IndexingNotice {
  const listeners = new Set<() => void>()
  let sentence: string | undefined
  return {
    text: () => sentence,
    onChange(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    set(reason) {
      const next = reason === undefined ? undefined : sentenceOf(reason)
      // Each attempt that fails for the same reason is no news.
      if (next === sentence) return undefined
      sentence = next
      for (const changed of listeners) changed()
      return next ?? 'Indexing works again.'
    },
  }
}

const sentenceOf = (reason: string): string =>
  `Cannot index new sessions: ${reason.replace(/\.$/, '')}. The pages may be out of date. recount will retry.`
