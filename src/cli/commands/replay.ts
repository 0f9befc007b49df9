import {setTimeout as wait} from 'node:timers/promises'
import {newConversation} from '../../conversation/index.ts'
import type {SourceError} from '../../sources/index.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {findInput} from '../find-input.ts'
import type {Host} from '../host.ts'
import {listenForEnd} from '../listen-for-end.ts'
import {locate} from '../locate.ts'
import {lookFor, narrationFor} from '../look-for.ts'
import {orUntil} from '../or-until.ts'
import type {Pace} from '../pace.ts'
import {paceFor} from '../pace.ts'
import {perform} from '../perform.ts'
import {Printer} from '../printer.ts'
import {readInOrder} from '../read-in-order.ts'
import type {Input} from '../read-paths.ts'
import {openStage} from '../stage.ts'

/** `recount replay`: plays a saved session through the live printer. */
export const replay: Run = async (host, given) => {
  const {name} = await locate(host, given.operands[0] ?? '')
  const skipped: SourceError[] = []
  const input = findInput(host, name, (problem) => skipped.push(problem))
  const pace = paceFor(given, host.now)
  const printer = new Printer({
    state: newConversation({keep: 'open', oneAtATime: given.switches.has('one-at-a-time')}),
    narration: narrationFor(host, given),
    look: () => lookFor(host, given),
    wants: () => true,
  })
  // The running lines tell the session's time, not ours.
  const then: Host = {...host, now: pace.time}
  const stage = openStage(then, printer, !given.switches.has('no-partial'))
  const end = listenForEnd(host, stage.leave, 0)
  try {
    await perform(host, {printer, stage, end}, play(input, {printer, pace, stopped: end.stopped}))
  } finally {
    for (const {message} of skipped) await complain(host, message)
  }
  end.obey()
}

interface Play {
  readonly printer: Printer
  readonly pace: Pace
  readonly stopped: Promise<void>
}

/** What each line prints, when its time has come. Lines before the part that is played are read all the same. */
async function* play({path, files}: Input, {printer, pace, stopped}: Play): AsyncGenerator<string> {
  let over = false
  void stopped.then(() => {
    over = true
  })
  const come = orUntil(stopped)
  for (const {path: source, session, agent} of files) printer.begin(source, {session, agent})
  for (const step of readInOrder(files)) {
    if (step.kind === 'end') {
      if (step.problem && step.file.path === path) throw step.problem
      yield printer.end(step.file.path)
      continue
    }
    const {line} = step
    const part = pace.part(line)
    if (over || part === 'after') return
    if (part === 'in') await come(wait(pace.wait(line)))
    const text = printer.read(line)
    if (part === 'in') yield text
  }
}
