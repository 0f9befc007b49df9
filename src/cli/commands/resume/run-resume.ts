import {accessSync, constants, statSync} from 'node:fs'
import {delimiter, isAbsolute, join} from 'node:path'
import {startChild} from '../../../sources/index.ts'
import type {RunCommand} from '../../arguments/command.ts'

import {ChildExit, Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {forwardSignals} from '../record/forward-signals.ts'
import {findResumable} from './find-resumable.ts'

/** `recount resume`: resumes a session in its own folder, or prints the command that does. */
export const runResume: RunCommand = async (host, given) => {
  const [name = '', ...extra] = given.operands
  const {command, folder, version} = await findResumable(host, name, {
    folder: given.values.get('folder'),
    all: given.switches.has('all'),
    extra: [...(given.switches.has('fork') ? ['--fork-session'] : []), ...extra],
  })
  if (isOld(version))
    await host.notify(
      `Claude Code ${version} wrote this session; newer clients may not be able to resume it.`,
    )
  if (given.switches.has('print')) {
    await host.out.write(`${command.shell}\n`)
    return
  }
  const child = await startChild({
    command: findProgram(host, command.program),
    args: command.args,
    cwd: folder,
    env: host.env,
    stdout: 'inherit',
    stderr: 'inherit',
  })
  const forget = forwardSignals(host, child)
  const end = await child.ended
  forget()
  if (end.code !== 0) throw new ChildExit(end)
}

/** Transcripts before 1.0 have another shape, which later clients do not read. */
const isOld = (version: string | undefined): boolean => version?.startsWith('0.') ?? false

/**
 * Finds a program in `PATH` for a start in another folder. Relative entries of `PATH` are skipped: they would mean a
 * program in that folder, which a transcript names.
 */
function findProgram({env, platform}: Host, name: string): string {
  const file = platform === 'win32' ? `${name}.exe` : name
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const found = folders.map((folder) => join(folder, file)).find(isProgram)
  if (found !== undefined) return found
  throw new Failure(
    `Cannot start ${name}: no absolute folder in PATH has it. Install it, or add its folder to PATH.`,
    1,
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
