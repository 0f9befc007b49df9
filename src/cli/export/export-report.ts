import {formatBytes, formatNoun} from '../../page/index.ts'

/** Counts what was really written. */
export class ExportReport {
  readonly #written = new Map<string, number>()
  readonly #same = new Set<string>()

  /** Notes a file that is as it should be: it was written, or it was so already. */
  note(name: string, changed: boolean, bytes: number): void {
    if (changed) {
      this.#written.set(name, bytes)
      this.#same.delete(name)
    } else if (!this.#written.has(name)) this.#same.add(name)
  }

  /** The closing line. */
  sentence(place: string): string {
    const same = [...this.#same].filter(isPage).length
    const names = [...this.#written.keys()]
    if (names.length === 0) return `Nothing changed: ${formatNoun(same, 'page')} in ${place} as before.`
    const bytes = [...this.#written.values()].reduce((sum, size) => sum + size, 0)
    const pages = names.filter(isPage).length
    const pictures = names.filter(isPicture).length
    const what = [
      ...(pages > 0 || pictures === 0 ? [formatNoun(pages, 'page')] : []),
      ...(pictures > 0 ? [formatNoun(pictures, 'picture')] : []),
    ].join(' and ')
    const unchanged = same === 0 ? '' : `, ${same} unchanged,`
    const [only] = names
    const where = pages === 1 && names.length === 1 && same === 0 ? `${place}/${only}` : place
    return `Wrote ${what} (${formatBytes(bytes)})${unchanged} to ${where}`
  }
}

const isPicture = (name: string): boolean => /(?:^|\/)images\//.test(name)
const isPage = (name: string): boolean => !isPicture(name) && !name.startsWith('assets/')
