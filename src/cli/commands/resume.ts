import {resumeCommand, shellQuoted} from '../../page/resume-command.ts'
import {startChild} from '../../sources/index.ts'
import {ChildExit} from '../child-exit.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {passSignals} from '../record/pass-signals.ts'
import {findResumable} from '../record/resumable.ts'

/** `recount resume`: goes on with a session in its own folder, or prints the command that does. */
export const resume: Run = async (host, given) => {
  const [name = '', ...extra] = given.operands
  const {id, cwd, version} = await findResumable(host, name)
  const further = [...(given.switches.has('fork') ? ['--fork-session'] : []), ...extra]
  if (isOld(version))
    await complain(
      host,
      `Claude Code ${version} wrote this session; newer clients may not be able to go on with it.`,
    )
  if (given.switches.has('print')) {
    await host.out.write(`${[resumeCommand(id, cwd), ...further.map(word)].join(' ')}\n`)
    return
  }
  const child = await startChild({
    command: 'claude',
    args: ['--resume', id, ...further],
    cwd,
    env: host.env,
    stdout: 'inherit',
    stderr: 'inherit',
  })
  const forget = passSignals(host, child)
  const end = await child.ended
  forget()
  if (end.code !== 0) throw new ChildExit(end)
}

/** The names of options are safe as they are, and easier to read. */
const word = (text: string): string => (/^--?[\w-]+$/.test(text) ? text : shellQuoted(text))

/** Transcripts before 1.0 have another shape, which later clients do not read. */
const isOld = (version: string | undefined): boolean => version?.startsWith('0.') ?? false
