import {randomUUID} from 'node:crypto'
import type {ProjectCard} from '../../../page/index.ts'
import type {PageFolder} from '../../../sinks/page-folder.ts'
import {version} from '../../version.ts'
import {keepArticles} from './articles.ts'
import type {ExportWork} from './export-document.ts'
import type {ExportOptions} from './export-options.ts'
import {type ExportSource, hashTexts} from './export-source.ts'
import type {PageFrame} from './formats/page-format.ts'
import type {KnownSource, Manifest} from './manifest.ts'
import {type ExportReport, imageUrls, type OnWritten, writeChunks, writePage} from './page-writer.ts'
import {fileName, type PlacedSession, type Project, pageName, placeSessions, projectTitle} from './project.ts'
import {newSessionLinks, type SessionLinks, splitIntoPages} from './session-links.ts'
import type {SourceReader} from './source-reader.ts'

/** What an export into a folder needs. */
export interface FolderExport extends Omit<ExportWork, 'reader' | 'advance'> {
  readonly folder: PageFolder
  readonly reader: SourceReader
  readonly report: ExportReport
  /** One session only: no index and no combined pages. */
  readonly single: boolean
}

/** The steps of an export into a folder. */
export function folderExporter(work: FolderExport, manifest: Manifest, projects: readonly Project[]) {
  const {options, format, folder, report, reader, zone, single} = work
  const {place: _, open: __, ...rest} = options
  const {shared} = format
  const links = newSessionLinks(format.ending, options)
  const kept = keepArticles(reader, links)
  /** Everything that the pages depend on, except the files. */
  const optionsPrint = hashTexts([
    JSON.stringify([rest, ...(work.overrides ?? [])]),
    format.print,
    zone,
    version(),
  ])
  /** The print of sources that can be read only once, which are new each time. */
  const once = randomUUID()
  /** Whether there are combined pages. */
  const isShared = options.combined && !single
  /** Formats read differently, and can share a folder. */
  const keyOf = (source: ExportSource): string => `${format.ending}:${source.key}`
  const printOf = ({print}: ExportSource): string => hashTexts([print ?? once, optionsPrint])
  const placeAll = (project: Project, source: ExportSource, {print, sessions}: KnownSource): void => {
    for (const session of placeSessions(project, source, print, sessions)) links.add(session)
  }
  const frameFor = (
    project: Project | undefined,
    partHref: (part: number) => string,
    wrote: OnWritten,
  ): PageFrame => {
    return {
      ...options,
      zone,
      imageUrl: imageUrls(options.images, folder, project?.folder ?? '', wrote),
      sessionHref: (id) => links.hrefOfId(id, project),
      partHref,
      home: single || !project ? undefined : {href: `../index.${format.ending}`, label: 'All sessions'},
      assets: options.linkAssets ? `${project ? '../' : ''}assets/` : undefined,
      splits: true,
    }
  }
  const writeSession = async (session: PlacedSession): Promise<void> => {
    if (!options.individual) return
    const {project, base} = session
    const nameOf = (part: number): string => fileName(base, part, format.ending)
    await writePage(folder, manifest, report, {
      partName: (part) => `${project.folder}/${nameOf(part)}`,
      print: links.printOf(session),
      draw: async (wrote) => {
        const {sessions, strays} = await reader.pagesOf(session.source)
        const own = sessions.find(({page}) => page.sessionId === session.card.sessionId)
        if (!own) return []
        const lost = own === sessions.at(-1) ? strays : []
        const {parts, article} = format.session(
          links.linked(own.page),
          lost,
          frameFor(project, nameOf, wrote),
        )
        const combined = isShared && project.sources.length > 1 ? article?.() : undefined
        if (combined) kept.keep(session, combined)
        return parts
      },
    })
  }
  return {
    writeSession,
    /** Takes unchanged sessions from the manifest. Changed ones keep the names of their pages. */
    reuseManifest(): void {
      for (const project of projects) {
        for (const source of project.sources) {
          const known = manifest.sources.get(keyOf(source))
          for (const {card} of known?.sessions ?? []) pageName(project, source, card.sessionId)
          if (known?.print === printOf(source)) placeAll(project, source, known)
        }
      }
    },
    /** Reads changed sources and writes the pages of their sessions; returns the bytes read. */
    async readChanged(project: Project): Promise<number> {
      let bytes = 0
      for (const source of project.sources) {
        const [key, print] = [keyOf(source), printOf(source)]
        try {
          if (manifest.sources.get(key)?.print !== print) {
            const known = await reader.summaryOf(source, print)
            manifest.sources.set(key, known)
            placeAll(project, source, known)
            bytes += source.bytes
          }
          for (const session of project.bySource.get(source) ?? []) await writeSession(session)
        } catch (error) {
          work.leftOut(error)
        }
      }
      return bytes
    },
    /** Writes the combined pages of a project. */
    async writeShared(project: Project): Promise<void> {
      if (!shared || !isShared || !hasSharedPages(project, options)) return
      const pages = splitIntoPages(project, options.pageSize)
      const nameOf = (page: number): string => fileName('combined', page, format.ending)
      const name = projectTitle(project)
      for (const [index, members] of pages.entries()) {
        const number = index + 1
        await writePage(folder, manifest, report, {
          // Each is a separate page, not a part of the first.
          partName: () => `${project.folder}/${nameOf(number)}`,
          print: hashTexts([
            `${number} ${pages.length} ${name}`,
            ...members.flatMap((session) => [session.card.sessionId, links.printOf(session)]),
          ]),
          draw: async (wrote) => {
            const frame = frameFor(project, nameOf, wrote)
            const articles = await kept.of(members, frame, shared)
            return [shared.page({name, number, pages: pages.length, articles}, frame)]
          },
        })
      }
      kept.forget()
    },
    writeIndex(): void {
      const name = `index.${format.ending}`
      const cards = projects
        .filter(({sessions}) => sessions.length > 0)
        .map((project) => cardOfProject(project, links, options))
      const frame = frameFor(
        undefined,
        () => name,
        () => {},
      )
      const {changed, bytes} = writeChunks(folder, name, format.index(cards, frame))
      report.add(name, changed, bytes)
    },
  }
}

/** Whether a project has combined pages; a single session has its own page. */
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
