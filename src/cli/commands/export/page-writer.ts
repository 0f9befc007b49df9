import type {PageFolder} from '../../../sinks/page-folder.ts'
import type {ExportReport} from './export-report.ts'
import type {PageChunks} from './formats/page-format.ts'
import type {KnownPage, Manifest} from './manifest.ts'

/** A page that may have to be written: what it depends on, and how to make it. */
export interface WantedPage {
  /** Where its parts are; counted from 1. */
  partName(part: number): string
  /** Changes whenever the page does. */
  readonly print: string
  /** Renders its parts; `wrote` is called for each image file. */
  draw(wrote: OnWritten): Promise<readonly PageChunks[]>
}

/** Called for each file that belongs to a page. */
export type OnWritten = (name: string, changed: boolean, bytes: number) => void

/** Writes pages that changed, or are not there any more, and counts all. */
export class PageWriter {
  readonly #folder: PageFolder
  readonly #manifest: Manifest
  readonly #report: ExportReport

  constructor(folder: PageFolder, manifest: Manifest, report: ExportReport) {
    this.#folder = folder
    this.#manifest = manifest
    this.#report = report
  }

  async write(page: WantedPage): Promise<void> {
    const name = page.partName(1)
    const known = this.#manifest.pages.get(name)
    if (known?.print === page.print && this.#isThere(known)) {
      for (const file of known.files) this.#report.add(file.name, false, file.bytes)
      return
    }
    const files = new Map<string, number>()
    const wrote: OnWritten = (file, changed, bytes) => {
      files.set(file, bytes)
      this.#report.add(file, changed, bytes)
    }
    const parts = await page.draw(wrote)
    for (const [place, pieces] of parts.entries()) {
      const file = page.partName(place + 1)
      const {changed, bytes} = writeChunks(this.#folder, file, pieces)
      wrote(file, changed, bytes)
    }
    this.#removeOldParts(page, parts.length, known)
    this.#manifest.pages.set(name, {
      print: page.print,
      files: [...files].map(([file, bytes]) => ({name: file, bytes})),
    })
  }

  #isThere({files}: KnownPage): boolean {
    return files.every(({name, bytes}) => this.#folder.sizeOf(name) === bytes)
  }

  /** A session of fewer parts than before leaves none behind; nothing else is ever removed. */
  #removeOldParts(page: WantedPage, parts: number, known: KnownPage | undefined): void {
    const old = new Set(known?.files.map(({name}) => name))
    for (let part = parts + 1; part <= old.size; part += 1) {
      const name = page.partName(part)
      if (old.has(name) && name !== page.partName(1)) this.#folder.remove(name)
    }
  }
}

/** A page up to this long is written at once. */
const shortLength = 4_000_000

function isShort(pieces: PageChunks): pieces is readonly string[] {
  return Array.isArray(pieces) && pieces.reduce((sum, {length}) => sum + length, 0) <= shortLength
}

/** Writes a page without ever holding all of it, where it is long. */
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
