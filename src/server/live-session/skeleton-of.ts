import type {Node, PageEntry} from '../../page/index.ts'

/** An entry as the outline, the timeline and the panel need it: without what is in it, except what is to do. */
export function toSkeleton(entry: PageEntry): PageEntry {
  return {
    ...entry,
    asked: entry.asked.some(isTodo) ? entry.asked.filter(isTodo) : none,
    answered: entry.answered.some(isTodo) ? entry.answered.filter(isTodo) : none,
    below: entry.below.length === 0 ? none : entry.below.map(toSkeleton),
  }
}

/** One list for all that have nothing in it: a session can have a million entries, with three lists each. */
const none: readonly never[] = []

const isTodo = ({kind}: Node): boolean => kind === 'todo'
