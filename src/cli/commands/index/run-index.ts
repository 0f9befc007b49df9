import {statSync} from 'node:fs'
import {resolve} from 'node:path'
import type {Archive, IngestReport} from '../../../archive/archive.ts'
import type {IndexJson} from '../../../json/index.ts'
import {formatBytes, formatDuration, formatNoun} from '../../../page/index.ts'
import {rootsFor, updateArchive, updateSearchIndex, withArchive} from '../../archive/with-archive.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {listenForInterrupt} from '../../listen-for-interrupt.ts'
import {jsonLine} from '../../output/printable.ts'

/** `recount index`: indexes new files, and with `--watch` keeps doing so. */
export const runIndex: RunCommand = (host, given) =>
  withArchive(host, async (archive) => {
    const named = given.operands.map((folder) => resolve(host.cwd, folder))
    const missing = named.find((folder) => !statSync(folder, {throwIfNoEntry: false})?.isDirectory())
    if (missing !== undefined) throw new Failure(`Cannot index ${missing}: no such folder.`, 1)
    const json = given.switches.has('json')
    const began = host.now()
    const report = await updateArchive(host, archive, named)
    if (!report) throw new Failure(`Cannot index: ${archive.folder} is read-only.`, 1)
    await updateSearchIndex(host, archive)
    await printReport(host, report, host.now() - began, json)
    if (given.switches.has('watch')) await watch(host, archive, await rootsFor(host, archive, named), json)
  })

async function watch(host: Host, archive: Archive, roots: readonly string[], json: boolean): Promise<void> {
  const end = listenForInterrupt(host, () => {}, 0)
  end.onWaiting()
  const watcher = {now: host.now, advance: async () => {}, skipped: () => {}}
  try {
    await archive.follow(roots, watcher, end.stopped, async (report) => {
      await archive.index()
      await printReport(host, report, 0, json)
    })
  } finally {
    end.forget()
  }
}

async function printReport(host: Host, report: IngestReport, ms: number, json: boolean): Promise<void> {
  const {files, filesOpened, bytesParsed, records, sessions} = report
  if (json) {
    const printed: IndexJson = {files, filesOpened, bytesParsed, records, sessions, durationMs: ms}
    return host.out.write(jsonLine(printed))
  }
  const took = ms > 0 ? ` in ${formatDuration(ms)}` : ''
  await host.out.write(
    filesOpened === 0
      ? `Nothing new in ${formatNoun(files, 'file')}${took}.\n`
      : `Indexed ${formatNoun(records, 'record')} from ${formatNoun(filesOpened, 'file')} (${formatBytes(bytesParsed)}, ${formatNoun(sessions, 'session')})${took}.\n`,
  )
}
