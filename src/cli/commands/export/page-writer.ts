import {createHash} from 'node:crypto'
import {formatBytes, formatNoun, type MediaSource} from '../../../page/index.ts'
import type {PageFolder} from '../../../sinks/page-folder.ts'
import type {Images} from './export-options.ts'
import type {PageChunks} from './formats/page-format.ts'
import type {Manifest} from './manifest.ts'

/** A page to write if it changed. */
export interface WantedPage {
  /** The file of a part, counted from 1. */
  partName(part: number): string
  /** Changes whenever the page does. */
  readonly print: string
  /** Renders its parts; `wrote` is called for each image file. */
  draw(wrote: OnWritten): Promise<readonly PageChunks[]>
}

/** Called for each file that belongs to a page. */
export type OnWritten = (name: string, changed: boolean, bytes: number) => void

/** Writes a page if it changed or is missing, and counts it. */
export async function writePage(
  folder: PageFolder,
  manifest: Manifest,
  report: ExportReport,
  page: WantedPage,
): Promise<void> {
  const name = page.partName(1)
  const known = manifest.pages.get(name)
  if (known?.print === page.print && known.files.every((file) => folder.sizeOf(file.name) === file.bytes)) {
    for (const file of known.files) report.add(file.name, false, file.bytes)
    return
  }
  const files = new Map<string, number>()
  const wrote: OnWritten = (file, changed, bytes) => {
    files.set(file, bytes)
    report.add(file, changed, bytes)
  }
  const parts = await page.draw(wrote)
  for (const [place, pieces] of parts.entries()) {
    const file = page.partName(place + 1)
    const {changed, bytes} = writeChunks(folder, file, pieces)
    wrote(file, changed, bytes)
  }
  // The extra parts of a session that has fewer than before are removed. Nothing else ever is.
  const old = new Set(known?.files.map((file) => file.name))
  for (let part = parts.length + 1; part <= old.size; part += 1) {
    const file = page.partName(part)
    if (old.has(file) && file !== name) folder.remove(file)
  }
  manifest.pages.set(name, {
    print: page.print,
    files: [...files].map(([file, bytes]) => ({name: file, bytes})),
  })
}

/** A page up to this length is written in one piece. */
const shortLength = 4_000_000

function isShort(pieces: PageChunks): pieces is readonly string[] {
  return Array.isArray(pieces) && pieces.reduce((sum, {length}) => sum + length, 0) <= shortLength
}

/** Writes a page, a long one chunk by chunk. */
export function writeChunks(
  folder: PageFolder,
  name: string,
  pieces: PageChunks,
): {readonly changed: boolean; readonly bytes: number} {
  if (isShort(pieces)) return folder.write(name, pieces.join(''))
  const draft = folder.begin(name)
  try {
    for (const piece of pieces) draft.write(piece)
    return draft.finish()
  } finally {
    draft.drop()
  }
}

/** Image types that run no code. SVG is not one of them, because it can contain scripts. */
const endings: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

/** The address of an image on a page; `undefined` if it is not shown. */
export type ImageUrl = (source: MediaSource) => string | undefined

/**
 * Returns the addresses of images. Image files are written below `folder`, with names made from a hash of their bytes and a
 * known extension; `wrote` is called for each.
 */
export function imageUrls(
  images: Images,
  folder: PageFolder | undefined,
  place: string,
  wrote: OnWritten,
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

/** Counts the files of an export. */
export class ExportReport {
  readonly #written = new Map<string, number>()
  readonly #same = new Set<string>()

  /** Adds a file that was written, or that was up to date. */
  add(name: string, changed: boolean, bytes: number): void {
    if (changed) {
      this.#written.set(name, bytes)
      this.#same.delete(name)
    } else if (!this.#written.has(name)) this.#same.add(name)
  }

  /** The page to open: the index, else the first. */
  entryPage(): string | undefined {
    const pages = [...this.#written.keys(), ...this.#same].filter(isPage)
    return pages.find((name) => name.startsWith('index.')) ?? pages.sort((a, b) => a.length - b.length)[0]
  }

  /** The closing line. */
  sentence(place: string): string {
    const same = [...this.#same].filter(isPage).length
    const names = [...this.#written.keys()]
    if (names.length === 0) return `Nothing changed: ${formatNoun(same, 'page')} in ${place}.`
    const bytes = [...this.#written.values()].reduce((sum, size) => sum + size, 0)
    const pages = names.filter(isPage).length
    const images = names.filter(isImage).length
    const what = [
      ...(pages > 0 || images === 0 ? [formatNoun(pages, 'page')] : []),
      ...(images > 0 ? [formatNoun(images, 'image')] : []),
    ].join(' and ')
    const unchanged = same === 0 ? '' : `, ${same} unchanged,`
    const [only] = names
    const where = pages === 1 && names.length === 1 && same === 0 ? `${place}/${only}` : place
    return `Wrote ${what} (${formatBytes(bytes)})${unchanged} to ${where}`
  }
}

/** By extension, because a project's folder can have the name of the image folder. The output of a plugin can have any. */
const isImage = (name: string): boolean => /(?:^|\/)images\/[0-9a-f]{24}\.\w+$/.test(name)
const isPage = (name: string): boolean => !isImage(name) && !name.startsWith('assets/')
