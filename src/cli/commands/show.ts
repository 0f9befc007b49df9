import {newConversation, toDocument} from '../../conversation/index.ts'
import {findSession, findSessionFiles, pathExists, projectsFolder} from '../../sources/index.ts'
import type {Run} from '../command.ts'
import {jsonPieces} from '../json-pieces.ts'
import {readPaths} from '../read-paths.ts'

/** `recount show`: one conversation, folded and written out. */
export const show: Run = async (host, given) => {
  const state = newConversation()
  await readPaths(host, state, given.operands, (name, skipped) => {
    const path = pathExists(name) ? name : findSession(name, projectsFolder(host.env, host.home), skipped)
    return {path, files: findSessionFiles(path, skipped)}
  })
  for (const piece of jsonPieces(toDocument(state))) {
    if (host.out.closed) return
    await host.out.write(piece)
  }
  await host.out.write('\n')
}
