import type {ExportSource} from './export-source.ts'
import type {FolderExport} from './folder-run.ts'
import {FolderRun} from './folder-run.ts'
import {manifestName, readManifest, writeManifest} from './manifest.ts'
import {projectsOf} from './project.ts'

/** What is read before the manifest is written again, in bytes. */
const betweenNotes = 32 * 1024 * 1024

/**
 * Writes a page for each session, pages of whole projects, and an index; gives how many sessions there were. Links
 * between sessions are known when all of them are: so everything is gone through twice, and what was right the first
 * time is not touched again.
 */
export async function exportFolder(work: FolderExport, sources: readonly ExportSource[]): Promise<number> {
  const {folder, options, format, report} = work
  const manifest = readManifest(folder.read(manifestName))
  const projects = projectsOf(sources)
  const run = new FolderRun(work, manifest, projects)
  const keep = (): unknown => folder.write(manifestName, writeManifest(manifest))
  run.recall()
  let unkept = 0
  for (const project of projects) {
    unkept += await run.learn(project)
    await run.writeShared(project)
    // A run that is stopped goes on from here the next time.
    if (unkept > betweenNotes) keep()
    unkept = unkept > betweenNotes ? 0 : unkept
  }
  for (const project of projects) {
    for (const session of project.sessions) await run.writeSession(session)
    await run.writeShared(project)
  }
  const sessions = projects.reduce((sum, project) => sum + project.sessions.length, 0)
  if (sessions === 0) return 0
  for (const {name, text} of options.linkAssets ? format.assets : []) {
    const {changed, bytes} = folder.write(`assets/${name}`, text)
    report.note(`assets/${name}`, changed, bytes)
  }
  if (!work.single) run.writeIndex()
  keep()
  return sessions
}
