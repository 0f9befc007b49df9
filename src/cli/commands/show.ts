import {existsSync} from 'node:fs'
import {newConversation, toDocument} from '../../conversation/index.ts'
import {findSession, findSessionFiles, projectsFolder} from '../../sources/index.ts'
import type {Run} from '../command.ts'
import {foldFile, foldStdin} from '../read-source.ts'

/** `recount show`: one conversation, folded and written out. */
export const show: Run = async (host, given) => {
  const [name = '-'] = given.operands
  const state = newConversation()
  if (name === '-') await foldStdin(state, host)
  else {
    const path = existsSync(name) ? name : findSession(name, projectsFolder(host.env, host.home))
    const skipped: string[] = []
    for (const file of findSessionFiles(path, (problem) => skipped.push(problem.message)))
      foldFile(state, file)
    for (const problem of skipped) await host.err.write(`${problem}\n`)
  }
  await host.out.write(`${JSON.stringify(toDocument(state), null, 2)}\n`)
}
