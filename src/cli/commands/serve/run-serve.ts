import type {RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import {stdinStream} from './piped-stream.ts'
import {serveArchive} from './serve-archive.ts'

/** `recount serve`: the archive as a local web page that updates live. */
export const runServe: RunCommand = async (host, given) => {
  const [operand] = given.operands
  if (operand !== undefined && operand !== '-')
    throw new Failure(`Cannot serve ${operand}. Use "-" for a stream on standard input, or no argument.`, 2)
  await serveArchive(host, given, operand === '-' ? stdinStream(host) : undefined)
}
