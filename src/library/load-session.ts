import {usableOverrides} from '../cli/archive/price-overrides.ts'
import {Failure, ReportedFailure} from '../cli/failure.ts'
import {type Host, libraryHost} from '../cli/host.ts'
import {foldPaths} from '../cli/sessions/read-input.ts'
import {resolveSession} from '../cli/sessions/resolve-session.ts'
import {findInput} from '../cli/sessions/session-files.ts'
import {Conversation} from '../conversation/index.ts'
import {SourceError} from '../sources/index.ts'
import {type LoadedSession, viewConversation} from './loaded-session.ts'

/** The options of all functions that find sessions. */
export interface LibraryOptions {
  /** The folder of the archive, the recordings and `prices.json`. Default: that of the command line. */
  readonly archiveFolder?: string | undefined
  /** Called with a message for each file that could not be read. Without it, nothing is reported. */
  readonly onWarning?: ((sentence: string) => void) | undefined
}

/** How to find a session. */
export interface LoadOptions extends LibraryOptions {
  /** `latest` is the newest session of all projects, even inside a project folder. */
  readonly allProjects?: boolean | undefined
}

/**
 * Reads a session: a file, a folder, an id, a prefix of an id, `latest` or `latest~1`, as in every command. The files of its
 * agents are read with it; deleted sessions are read from the archive.
 *
 * @throws SourceError if there is no such session or it cannot be read.
 *
 * @example
 * import {loadSession} from 'recount'
 *
 * const session = await loadSession('latest')
 * console.log(session.title, session.costUsd)
 * for (const call of session.toolCalls) if (call.state === 'failed') console.log(call.name, call.input)
 */
export async function loadSession(pathOrId: string, options: LoadOptions = {}): Promise<LoadedSession> {
  return withLibraryHost(options, async (host) => {
    const path = await findSessionPath(host, pathOrId, options)
    const conversation = new Conversation()
    await foldPaths(host, conversation, [path], {find: findInput, isSession: true})
    return viewConversation(conversation, await usableOverrides(host))
  })
}

/** The file or folder of a session. */
export async function findSessionPath(
  host: Host,
  pathOrId: string,
  {allProjects = false}: LoadOptions,
): Promise<string> {
  const switches = new Set(allProjects ? ['all'] : [])
  return (await resolveSession(host, {operands: [pathOrId], switches})).path
}

/** Runs a function with a host. What a command would print before it fails becomes the error's message. */
export async function withLibraryHost<Result>(
  {archiveFolder, onWarning}: LibraryOptions,
  work: (host: Host) => Promise<Result>,
): Promise<Result> {
  const warnings: string[] = []
  const host = libraryHost((sentence) => {
    warnings.push(sentence)
    onWarning?.(sentence)
  }, archiveFolder)
  try {
    return await work(host)
  } catch (error) {
    if (error instanceof ReportedFailure) throw new SourceError(warnings.join('\n'))
    throw error instanceof Failure ? new SourceError(error.message) : error
  }
}
