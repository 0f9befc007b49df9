import {constants} from 'node:os'
import type {ChildEnd} from '../sources/index.ts'

/** A command that could not do its work, with its exit status: 1 failed, 2 used wrongly. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A failure whose message is already printed. */
export class ReportedFailure extends Failure {
  constructor() {
    super('', 1)
  }
}

/** The failure of an option with a wrong value; `use` says what it takes. */
export const invalidValue = (option: string, value: string, use: string): Failure =>
  new Failure(`Invalid value "${value}" for --${option}. Use ${use}.`, 2)

/** A program that we ran has ended; recount ends the same way, without a message. */
export class ChildExit extends Error {
  override readonly name = 'ChildExit'
  readonly end: ChildEnd

  constructor(end: ChildEnd) {
    super('')
    this.end = end
  }

  /** The exit code, or the one that shells give to a signal, for when recount cannot end by that signal itself. */
  get exitCode(): number {
    return this.end.code ?? 128 + constants.signals[this.end.signal]
  }
}
