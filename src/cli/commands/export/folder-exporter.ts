import {randomUUID} from 'node:crypto'
import type {ProjectCard} from '../../../page/index.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import type {PageFolder} from '../../../sinks/page-folder.ts'
import {version} from '../../version.ts'
import {Articles} from './articles.ts'
import type {ExportOptions} from './export-options.ts'
import type {ExportReport} from './export-report.ts'
import type {ExportSource} from './export-source.ts'
import {hashTexts} from './export-source.ts'
import type {PageFormat, PageFrame} from './formats/page-format.ts'
import {imageUrls} from './image-urls.ts'
import type {KnownSource, Manifest} from './manifest.ts'
import type {OnWritten} from './page-writer.ts'
import {PageWriter, writeChunks} from './page-writer.ts'
import type {PlacedSession, Project} from './project.ts'
import {fileName, pageName, placeSessions, projectTitle} from './project.ts'
import {SessionLinks, splitIntoPages} from './session-links.ts'
import type {SourceReader} from './source-reader.ts'

/** What an export into a folder works with. */
export interface FolderExport {
  readonly options: ExportOptions
  readonly folder: PageFolder
  readonly format: PageFormat
  readonly reader: SourceReader
  readonly report: ExportReport
  readonly zone: string
  /** What the user knows better about prices. */
  readonly overrides: PriceOverrides | undefined
  /** Only this one: no list of sessions, and no page of all of them. */
  readonly single: boolean
  /** Reports and skips what cannot be read, unless it is the only source. */
  readonly leftOut: (error: unknown) => void
}

/** The steps of an export into a folder. */
export class FolderExporter {
  readonly #work: FolderExport
  readonly #manifest: Manifest
  readonly #projects: readonly Project[]
  readonly #writer: PageWriter
  readonly #links: SessionLinks
  /** Everything that the pages depend on, except the files. */
  readonly #optionsPrint: string
  /** What can be read only once is new each time. */
  readonly #once = randomUUID()
  readonly #articles: Articles

  constructor(work: FolderExport, manifest: Manifest, projects: readonly Project[]) {
    const {options, format, folder, report, zone} = work
    const {place: _, open: __, ...rest} = options
    this.#work = work
    this.#manifest = manifest
    this.#projects = projects
    this.#writer = new PageWriter(folder, manifest, report)
    this.#links = new SessionLinks(format.ending, options)
    this.#articles = new Articles(work.reader, this.#links)
    this.#optionsPrint = hashTexts([
      JSON.stringify([rest, ...(work.overrides ?? [])]),
      format.print,
      zone,
      version(),
    ])
  }

  /** Takes from the manifest what did not change; what did keeps the names of its pages. */
  reuseManifest(): void {
    for (const project of this.#projects) {
      for (const source of project.sources) {
        const known = this.#manifest.sources.get(this.#keyOf(source))
        for (const {card} of known?.sessions ?? []) pageName(project, source, card.sessionId)
        const print = this.#printOf(source)
        if (known?.print === print) this.#place(project, source, known)
      }
    }
  }

  /** Reads what changed, and writes each session's page while it is at hand; gives how many bytes that were. */
  async readChanged(project: Project): Promise<number> {
    let bytes = 0
    for (const source of project.sources) {
      const print = this.#printOf(source)
      const key = this.#keyOf(source)
      try {
        if (this.#manifest.sources.get(key)?.print !== print) {
          const known = await this.#work.reader.summaryOf(source, print)
          this.#manifest.sources.set(key, known)
          this.#place(project, source, known)
          bytes += source.bytes
        }
        for (const session of project.bySource.get(source) ?? []) await this.writeSession(session)
      } catch (error) {
        this.#work.leftOut(error)
      }
    }
    return bytes
  }

  async writeSession(session: PlacedSession): Promise<void> {
    const {options, format, reader} = this.#work
    if (!options.individual) return
    const {project, base} = session
    const nameOf = (part: number): string => fileName(base, part, format.ending)
    await this.#writer.write({
      partName: (part) => `${project.folder}/${nameOf(part)}`,
      print: hashTexts([session.print, ...this.#links.printsOf(session)]),
      draw: async (wrote) => {
        const {sessions, strays} = await reader.pagesOf(session.source)
        const own = sessions.find(({page}) => page.sessionId === session.card.sessionId)
        if (!own) return []
        const frame = this.#frame(project, nameOf, wrote)
        const lost = own === sessions.at(-1) ? strays : []
        const {parts, article} = format.session(this.#links.linked(own.page), lost, frame)
        const shared = this.#isShared && project.sources.length > 1 ? article?.() : undefined
        if (shared) this.#articles.keep(session, shared)
        return parts
      },
    })
  }

  /** Writes the pages that hold all sessions of a project one after another. */
  async writeShared(project: Project): Promise<void> {
    const {options, format} = this.#work
    const {shared} = format
    if (!shared || !this.#isShared || !hasSharedPages(project, options)) return
    const pages = splitIntoPages(project, options.pageSize)
    const nameOf = (page: number): string => fileName('combined', page, format.ending)
    const name = projectTitle(project)
    for (const [place, members] of pages.entries()) {
      const number = place + 1
      await this.#writer.write({
        // Each is a page of its own, and not a part of the first.
        partName: () => `${project.folder}/${nameOf(number)}`,
        print: hashTexts([
          `${number} ${pages.length} ${name}`,
          ...members.flatMap((session) => [
            session.print,
            session.card.sessionId,
            ...this.#links.printsOf(session),
          ]),
        ]),
        draw: async (wrote) => {
          const frame = this.#frame(project, nameOf, wrote)
          const articles = await this.#articles.of(members, frame, shared)
          return [shared.page({name, number, pages: pages.length, articles}, frame)]
        },
      })
    }
    this.#articles.forget()
  }

  writeIndex(): void {
    const {format, folder, report, options} = this.#work
    const name = `index.${format.ending}`
    const cards = this.#projects
      .filter(({sessions}) => sessions.length > 0)
      .map((project) => cardOfProject(project, this.#links, options))
    const frame = {
      ...this.#frame(
        undefined,
        () => name,
        () => {},
      ),
      home: undefined,
    }
    const {changed, bytes} = writeChunks(folder, name, format.index(cards, frame))
    report.add(name, changed, bytes)
  }

  /** Whether there are combined pages. */
  get #isShared(): boolean {
    const {options, single} = this.#work
    return options.combined && !single
  }

  #frame(project: Project | undefined, partHref: (part: number) => string, wrote: OnWritten): PageFrame {
    const {options, folder, format, single, zone} = this.#work
    const up = project ? '../../' : ''
    return {
      ...options,
      zone,
      imageUrl: imageUrls(options.images, folder, project?.folder ?? '', wrote),
      sessionHref: (id) => this.#links.hrefOfId(id, project),
      partHref,
      home: single ? undefined : {href: `${up}index.${format.ending}`, label: 'All sessions'},
      assets: options.linkAssets ? `${up}assets/` : undefined,
      splits: true,
    }
  }

  #place(project: Project, source: ExportSource, {print, sessions}: KnownSource): void {
    for (const session of placeSessions(project, source, print, sessions)) this.#links.add(session)
  }

  /** Each format reads in its own way, and they may share a folder. */
  #keyOf(source: ExportSource): string {
    return `${this.#work.format.ending}:${source.key}`
  }

  #printOf({print}: ExportSource): string {
    return hashTexts([print ?? this.#once, this.#optionsPrint])
  }
}

/** Whether there are pages that hold all sessions of a project; one alone has its own. */
const hasSharedPages = ({sessions}: Project, {combined, individual}: ExportOptions): boolean =>
  combined && sessions.length > (individual ? 1 : 0)

/** A project on the index, its newest session first. */
function cardOfProject(project: Project, links: SessionLinks, options: ExportOptions): ProjectCard {
  return {
    name: projectTitle(project),
    href: hasSharedPages(project, options)
      ? `${project.folder}/${fileName('combined', 1, options.format)}`
      : undefined,
    sessions: [...project.sessions].reverse().map((session) => ({
      ...session.card,
      href: links.hrefOf(session, undefined),
      isArchivedOnly: session.source.archived,
    })),
  }
}
