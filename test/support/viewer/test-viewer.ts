import {mkdirSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Archive} from '../../../src/archive/archive.ts'
import {openArchiveFolder} from '../../../src/archive/open-archive.ts'
import {archiveLiveSessions} from '../../../src/cli/commands/serve/archive-live-sessions.ts'
import {archiveQueries} from '../../../src/server/archive-queries.ts'
import type {Viewer} from '../../../src/server/create-server.ts'
import {createServer} from '../../../src/server/create-server.ts'
import {inlineSessions} from '../../../src/server/disk/session-opener.ts'
import type {ServerOptions} from '../../../src/server/server-options.ts'

/** A viewer of a folder of projects, in this process. */
export interface TestViewer {
  readonly projects: string
  readonly archive: Archive
  viewer: Viewer
  /** Takes in what is new, as following would. */
  index(): Promise<void>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Ends the server and starts another, as after a crash. */
  restart(): void
  close(): void
}

const asset = {text: '', hash: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='}

/** Makes a viewer; `fill` writes sessions before it takes them in. */
export async function testViewer(
  fill: (projects: string) => void,
  given: Partial<ServerOptions> = {},
): Promise<TestViewer> {
  const folder = mkdtempSync(join(tmpdir(), 'recount-server-'))
  const projects = join(folder, 'projects')
  mkdirSync(projects)
  fill(projects)
  const archive = await openArchiveFolder(join(folder, 'archive'), Date.now)
  const changes = new Set<() => void>()
  let boots = 0
  const takeIn = async (): Promise<void> => {
    await archive.ingest([projects], {now: Date.now, advance: async () => {}, skipped: () => {}})
    await archive.index()
    for (const change of changes) change()
  }
  await takeIn()
  const start = (): Viewer => {
    boots += 1
    const boot = `boot${boots}`
    const rooms = archiveLiveSessions({
      archive: () => archive,
      opener: inlineSessions(Date.now),
      boot,
      zone: 'UTC',
      assets: {style: asset, script: asset},
    })
    return createServer({
      archive,
      queries: archiveQueries(() => archive, {now: Date.now}),
      onChange(change) {
        changes.add(change)
        return () => changes.delete(change)
      },
      openSession: rooms.openSession,
      openTail: rooms.openTail,
      piped: undefined,
      isSample: false,
      bootId: boot,
      now: Date.now,
      zone: 'UTC',
      assets: [{name: 'page.css', file: 'page.12345678.css', type: 'text/css', body: 'body{}'}],
      access: {hosts: new Set(['localhost', '127.0.0.1']), token: undefined},
      ...given,
    })
  }
  const made: TestViewer = {
    projects,
    archive,
    viewer: start(),
    index: takeIn,
    get: async (path, headers = {}) =>
      made.viewer.app.request(`http://localhost${path}`, {headers: {host: 'localhost', ...headers}}),
    restart() {
      made.viewer.close()
      made.viewer = start()
    },
    close() {
      made.viewer.close()
      archive.close()
      rmSync(folder, {recursive: true, force: true})
    },
  }
  return made
}
