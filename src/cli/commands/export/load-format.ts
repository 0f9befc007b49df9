import type {Depth, PageEntry, SessionPage} from '../../../page/index.ts'
import {findPluginOutput} from '../../../plugins/plugin.ts'
import {Failure} from '../../failure.ts'
import type {ExportOptions} from './export-options.ts'
import type {PageFormat} from './formats/page-format.ts'

/** The format that is asked for; only its code is loaded. */
export async function loadFormat({format, formatName, depth}: ExportOptions): Promise<PageFormat> {
  switch (format) {
    case 'html': {
      const [{htmlFormat}, {builtAssets}] = await Promise.all([
        import('./formats/html-format.ts'),
        import('./built-assets.ts'),
      ])
      return htmlFormat(builtAssets())
    }
    case 'md':
      return (await import('./formats/markdown-format.ts')).markdownFormat
    case 'json':
      return (await import('./formats/json-format.ts')).jsonFormat(depth)
    case 'plugin':
      return pluginFormat(formatName, depth)
  }
}

/** The output of a plugin: one document of everything. */
const pluginFormat = (name: string, depth: Depth): PageFormat => ({
  ending: 'plugin',
  print: name,
  assets: [],
  session: () => ({parts: []}),
  shared: undefined,
  async *document(read) {
    const sessions: SessionPage[] = []
    const strays: PageEntry[] = []
    for await (const part of read) {
      sessions.push(...part.sessions)
      strays.push(...part.strays)
    }
    try {
      yield String(
        findPluginOutput(name)?.render({format: 'recount-page', version: 1, depth, sessions, strays}),
      )
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Failure(`Cannot export: the plugin's output ${name} failed: ${reason}.`, 1)
    }
  },
  index: () => [],
})
