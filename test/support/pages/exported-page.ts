import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {builtAssets} from '../../../src/cli/output/built-assets.ts'
import type {DescribeOptions} from '../../../src/describe/index.ts'
import type {SessionPage} from '../../../src/page/index.ts'
import type {HtmlOptions} from '../../../src/render/html/index.ts'
import {renderHtmlSession} from '../../../src/render/html/index.ts'
import {describePageOf} from './page.ts'
import {htmlOptions} from './page-options.ts'

/** Pages as they are exported, with their style and script in them. */
export function exportedPageOptions(given: Partial<HtmlOptions> = {}): HtmlOptions {
  const {style, script} = builtAssets()
  return htmlOptions({
    assets: {style: {kind: 'inline', ...style}, script: {kind: 'inline', ...script}},
    images: 'embed',
    imageUrl: (source) =>
      source.kind === 'base64' ? `data:${source.mediaType};base64,${source.data}` : undefined,
    ...given,
  })
}

/** The first session below a path. */
export function firstSession(path: string, options: Partial<DescribeOptions> = {}): SessionPage {
  const [session] = describePageOf(path, {depth: 'hook', ...options}).sessions
  if (!session) throw new Error(`There is no session in ${path}.`)
  return session
}

/** A folder that is gone when the tests are. */
export function temporaryFolder(): {readonly folder: string; readonly remove: () => void} {
  const folder = mkdtempSync(join(tmpdir(), 'recount-pages-'))
  return {folder, remove: () => rmSync(folder, {recursive: true, force: true})}
}

/** Writes the parts of a session into a folder; gives their paths. */
export function writeParts(
  folder: string,
  session: SessionPage,
  given: Partial<HtmlOptions>,
): readonly string[] {
  return renderHtmlSession(session, exportedPageOptions(given)).map((html, index) => {
    const file = join(folder, `part-${index + 1}.html`)
    writeFileSync(file, html)
    return file
  })
}
