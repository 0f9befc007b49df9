import {startChild} from '../../sources/index.ts'
import {ChildExit} from '../child-exit.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {findProgram} from '../record/find-program.ts'
import {passSignals} from '../record/pass-signals.ts'
import {findResumable} from '../record/resumable.ts'

/** `recount resume`: resumes a session in its own folder, or prints the command that does. */
export const resume: Run = async (host, given) => {
  const [name = '', ...extra] = given.operands
  const {command, folder, version} = await findResumable(host, name, {
    folder: given.values.get('folder'),
    all: given.switches.has('all'),
    extra: [...(given.switches.has('fork') ? ['--fork-session'] : []), ...extra],
  })
  if (isOld(version))
    await complain(
      host,
      `Claude Code ${version} wrote this session; newer clients may not be able to go on with it.`,
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
  const forget = passSignals(host, child)
  const end = await child.ended
  forget()
  if (end.code !== 0) throw new ChildExit(end)
}

/** Transcripts before 1.0 have another shape, which later clients do not read. */
const isOld = (version: string | undefined): boolean => version?.startsWith('0.') ?? false
