import {SourceError} from '../sources/index.ts'
import {commands} from './commands.ts'
import {Failure} from './failure.ts'
import {commandHelp, programHelp} from './help.ts'
import type {Host} from './host.ts'
import {parseArguments} from './parse-arguments.ts'
import {version} from './version.ts'

/** Runs the program and gives its exit code. Errors become one sentence here and nowhere else. */
export async function run(words: readonly string[], host: Host): Promise<number> {
  try {
    await dispatch(words, host)
    return 0
  } catch (error) {
    if (error instanceof Failure || error instanceof SourceError) {
      await host.err.write(`${error.message}\n`)
      return error instanceof Failure ? error.exitCode : 1
    }
    const what = error instanceof Error ? error.message : String(error)
    await host.err.write(
      `Cannot go on: ${what}. This is a mistake in recount ${version()}; please report it.\n`,
    )
    return 1
  }
}

async function dispatch(words: readonly string[], host: Host): Promise<void> {
  const [first, ...rest] = words
  if (first === '--version' || first === '-V') return host.out.write(`${version()}\n`)
  if (first === '--help' || first === '-h' || first === 'help') return host.out.write(programHelp())
  if (first === undefined) {
    // On a pipe, what comes through it is what is meant.
    return host.stdin.isTTY ? host.out.write(programHelp()) : dispatch(['inspect', '-'], host)
  }
  const command = commands.find((known) => known.name === first)
  if (!command) {
    throw new Failure(
      `Cannot do "${first}": recount knows ${commands.map(({name}) => name).join(', ')}. See "recount --help".`,
      2,
    )
  }
  const given = parseArguments(rest, command)
  if (given.switches.has('help')) return host.out.write(commandHelp(command))
  const runCommand = await command.load()
  return runCommand(host, given)
}
