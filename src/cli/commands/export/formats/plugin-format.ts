import type {Depth, PageEntry, SessionPage} from '../../../../page/index.ts'
import {renderPluginOutput} from '../../../../plugins/plugin.ts'
import {errorReason} from '../../../../plugins/plugin-error.ts'
import {Failure} from '../../../failure.ts'
import type {PageFormat} from './page-format.ts'

/** The output of a plugin: one document with every session. */
export const pluginFormat = (name: string, depth: Depth): PageFormat => ({
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
      yield renderPluginOutput(name, {format: 'recount-page', version: 1, depth, sessions, strays})
    } catch (error) {
      throw new Failure(`Cannot export: the plugin's output ${name} failed: ${errorReason(error)}.`, 1)
    }
  },
  index: () => [],
})
