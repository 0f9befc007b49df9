import {constants} from 'node:os'
import type {ChildEnd} from '../sources/index.ts'

/** A program that we ran has ended, and we end as it did, without another word. */
export class ChildExit extends Error {
  override readonly name = 'ChildExit'
  readonly end: ChildEnd

  constructor(end: ChildEnd) {
    super('')
    this.end = end
  }

  /** The exit code, or the one that shells give to a signal where we cannot die of it. */
  get exitCode(): number {
    return this.end.code ?? 128 + constants.signals[this.end.signal]
  }
}
