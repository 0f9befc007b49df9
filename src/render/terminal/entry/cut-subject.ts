import {type Entry, type Field, fieldsIn} from '../../../page/index.ts'
import {eachGrapheme} from '../text/graphemes.ts'
import {cut, measure} from '../text/measure.ts'

/** Cuts a sanitized subject to a width: paths in the middle, as their ends say the most, all others at the end. */
export function cutSubject(entry: Entry, subject: string, width: number, ellipsis: string): string {
  if (measure(subject) <= width) return subject
  const isCutInside = subject.length <= maxPathLength && isPath(entry, subject)
  return isCutInside ? cutPath(subject, width, ellipsis) : cut(subject, width, ellipsis)
}

const pathLike = /^(?!\w+:\/\/)[^\s\\/]*[\\/]\S+$/

/** No system has longer ones. */
const maxPathLength = 4096

/** The input says which values are files; without it, a word with a slash is one. */
const isPath = ({asked}: Entry, subject: string): boolean =>
  pathLike.test(subject) || fieldsIn(asked).some((field) => isFile(field, subject))

/** Inside the session's folder a file is called by what is left of its path, and a part of it by its lines. */
const isFile = ({role, value}: Field, subject: string): boolean =>
  (role === 'file' || role === 'folder') &&
  (subject.startsWith(value) || value.endsWith(subject.replace(/:\d+-\d*$/, '')))

/** Whole folders from both ends, the file's name first: `/home/…/plans/fix.md:1-20`. */
function cutPath(path: string, width: number, ellipsis: string): string {
  const parts = path.split(/(?<=[\\/])/)
  let last = parts.length - 1
  let first = 0
  let room = width - measure(ellipsis) - 1 - measure(parts[last] ?? '')
  if (room < 0 || last === 0) return cutNameMiddle(parts[last] ?? '', width, ellipsis)
  for (let taken = true; taken && last - first > 1; ) {
    taken = false
    const columnsAfter = measure(parts[last - 1] ?? '')
    if (columnsAfter <= room) {
      room -= columnsAfter
      last -= 1
      taken = true
    }
    const columnsBefore = measure(parts[first] ?? '')
    if (last - first > 1 && columnsBefore <= room) {
      room -= columnsBefore
      first += 1
      taken = true
    }
  }
  const separator = parts[last - 1]?.slice(-1) ?? ''
  return parts.slice(0, first).join('') + ellipsis + separator + parts.slice(last).join('')
}

/** A name that is too long keeps its end, with the extension and the lines. */
function cutNameMiddle(name: string, width: number, ellipsis: string): string {
  const room = width - measure(ellipsis)
  if (room < 4) return cut(name, width, ellipsis)
  const after = Math.ceil(room / 2)
  const ends: {readonly at: number; readonly columns: number}[] = []
  let columns = 0
  eachGrapheme(name, (_grapheme, wide, at) => {
    ends.push({at, columns})
    columns += wide
  })
  const from = ends.find((end) => columns - end.columns <= after)?.at ?? name.length
  return cut(name, room - after) + ellipsis + name.slice(from)
}
