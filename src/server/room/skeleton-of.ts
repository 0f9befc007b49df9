import type {Node, PageEntry} from '../../page/index.ts'

/** An entry as the outline, the timeline and the panel need it: without what is in it, except what is to do. */
export function skeletonOf(entry: PageEntry): PageEntry {
  return {
    ...entry,
    asked: entry.asked.filter(isTodo),
    answered: entry.answered.filter(isTodo),
    below: entry.below.map(skeletonOf),
  }
}

const isTodo = ({kind}: Node): boolean => kind === 'todo'
