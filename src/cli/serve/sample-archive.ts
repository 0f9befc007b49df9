import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Archive} from '../../archive/archive.ts'
import {openArchive} from '../../archive/open-archive.ts'
import type {Host} from '../host.ts'

const samples = fileURLToPath(new URL('../../../samples/discount/transcript', import.meta.url))

/** The sessions that come with the program, in an archive of their own, for those who have none yet. */
export async function sampleArchive(host: Host): Promise<{readonly archive: Archive; close(): void}> {
  const folder = mkdtempSync(join(tmpdir(), 'recount-sample-'))
  const archive = await openArchive(folder, host.now)
  await archive.ingest([samples], {now: host.now, advance: async () => {}, skipped: () => {}})
  await archive.index()
  return {
    archive,
    close() {
      archive.close()
      rmSync(folder, {recursive: true, force: true})
    },
  }
}
