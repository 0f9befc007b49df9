import {createHash} from 'node:crypto'
import type {MediaSource} from '../../../page/index.ts'
import type {PageFolder} from '../../../sinks/page-folder.ts'
import type {Images} from './export-options.ts'

/** Pictures that a browser shows without running anything; SVG, which may hold scripts, is none of them. */
const endings: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

/** Where a page finds a picture; nothing where it is not to be shown. */
export type ImageUrl = (source: MediaSource) => string | undefined

/**
 * Tells pages where their pictures are, and writes them where they are files: below `folder`, under names made from
 * nothing but their bytes and a known extension. `wrote` is called for each file.
 */
export function imageUrls(
  images: Images,
  folder: PageFolder | undefined,
  place: string,
  wrote: (name: string, changed: boolean, bytes: number) => void,
): ImageUrl {
  return (source) => {
    if (images === 'none' || source.kind !== 'base64') return undefined
    const mediaType = source.mediaType.toLowerCase()
    const ending = endings.get(mediaType)
    if (ending === undefined) return undefined
    const bytes = Buffer.from(source.data, 'base64')
    if (images === 'embed' || !folder) return `data:${mediaType};base64,${bytes.toString('base64')}`
    const name = `images/${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.${ending}`
    const page = place === '' ? name : `${place}/${name}`
    const written = folder.write(page, bytes)
    wrote(page, written.changed, written.bytes)
    return name
  }
}
