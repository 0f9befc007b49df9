import {formatBytes, formatNoun} from '../../../page/index.ts'

/** Counts what was really written. */
export class ExportReport {
  readonly #written = new Map<string, number>()
  readonly #same = new Set<string>()

  /** Notes a file that is as it should be: it was written, or it was so already. */
  add(name: string, changed: boolean, bytes: number): void {
    if (changed) {
      this.#written.set(name, bytes)
      this.#same.delete(name)
    } else if (!this.#written.has(name)) this.#same.add(name)
  }

  /** The page to begin with: the index, else the first. */
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
    const pictures = names.filter(isImage).length
    const what = [
      ...(pages > 0 || pictures === 0 ? [formatNoun(pages, 'page')] : []),
      ...(pictures > 0 ? [formatNoun(pictures, 'image')] : []),
    ].join(' and ')
    const unchanged = same === 0 ? '' : `, ${same} unchanged,`
    const [only] = names
    const where = pages === 1 && names.length === 1 && same === 0 ? `${place}/${only}` : place
    return `Wrote ${what} (${formatBytes(bytes)})${unchanged} to ${where}`
  }
}

/** By their endings, because a project's folder may be called like that of its pictures. */
const isPage = (name: string): boolean => /\.(?:html?|md|markdown|json)$/i.test(name)
const isImage = (name: string): boolean => !isPage(name) && !name.startsWith('assets/')
