import {delimiter, isAbsolute, resolve} from 'node:path'
import {ArchiveError} from '../archive/archive-error.ts'
import {PluginError} from '../plugins/plugin-error.ts'
import {SinkError} from '../sinks/sink-error.ts'
import {SourceError} from '../sources/source-error.ts'
import {StoreError} from '../store/store-error.ts'
import type {Arguments, Command} from './arguments/command.ts'
import {pluginOption} from './arguments/common-options.ts'
import {commandHelp, programHelp} from './arguments/help.ts'
import {parseArguments} from './arguments/parse-arguments.ts'
import {ChildExit} from './child-exit.ts'
import {commands} from './commands.ts'
import {Failure, ReportedFailure} from './failure.ts'
import type {BaseHost, Host} from './host.ts'
import {printNotice} from './output/print-notice.ts'
import {paintedSink, printableSink} from './output/printable.ts'
import {version} from './version.ts'

/** Runs the program and gives its exit code. Errors become one sentence here and nowhere else. */
export async function run(words: readonly string[], world: BaseHost): Promise<number> {
  // What a getter of the world takes long for is asked only when it is needed.
  const host: Host = Object.create(world, {
    out: {value: printableSink(world.out)},
    painted: {value: paintedSink(world.out)},
    err: {value: printableSink(world.err)},
    rawOut: {value: world.out},
  })
  try {
    await dispatch(words, host)
    return 0
  } catch (error) {
    if (error instanceof ChildExit) {
      if (error.end.signal !== undefined) host.signals.raise(error.end.signal)
      return error.exitCode
    }
    if (!(error instanceof ReportedFailure)) await printNotice(host, sentenceOf(error))
    return error instanceof Failure ? error.exitCode : 1
  }
}

function sentenceOf(error: unknown): string {
  if (
    error instanceof Failure ||
    error instanceof SourceError ||
    error instanceof SinkError ||
    error instanceof ArchiveError ||
    error instanceof PluginError ||
    error instanceof StoreError
  )
    return error.message
  const what = error instanceof Error ? error.message : String(error)
  return `Cannot go on: ${what}. This is a mistake in recount ${version()}; please report it.`
}

async function dispatch(words: readonly string[], host: Host): Promise<void> {
  const [first, ...rest] = words
  if (first === '--version' || first === '-V') return host.out.write(`${version()}\n`)
  if (first === '--help' || first === '-h' || first === 'help') {
    const about = commands.find(({name}) => name === rest[0])
    return host.out.write(about ? commandHelp(about, host.width) : programHelp(host.width))
  }
  if (first === undefined && host.stdin.isTTY) return host.out.write(programHelp(host.width))
  // On a pipe, what comes through it is what is meant; options alone say how.
  if (!host.stdin.isTTY && (first === undefined || first.startsWith('-')))
    return dispatch(['print', ...words], host)
  const command = commands.find((known) => known.name === first)
  if (!command) {
    throw new Failure(
      `Cannot do "${first}": recount knows ${commands.map(({name}) => name).join(', ')}. See "recount --help".`,
      2,
    )
  }
  const given = parseArguments(rest, command)
  if (given.switches.has('help')) return host.out.write(commandHelp(command, host.width))
  await loadNamedPlugins(host, command, given)
  const runCommand = await command.load()
  return runCommand(host, given)
}

/**
 * Loads the plugins that the user names with `--plugin` or `RECOUNT_PLUGINS`, and no others. A path of the environment must
 * be absolute: another would lead into the current folder, which may be anybody's.
 */
async function loadNamedPlugins(host: Host, command: Command, {values}: Arguments): Promise<void> {
  if (!command.options.includes(pluginOption)) return
  const paths = [
    ...(host.env['RECOUNT_PLUGINS'] ?? '').split(delimiter).filter((path) => isAbsolute(path)),
    ...(values.get('plugin')?.split('\n') ?? []).map((path) => resolve(host.cwd, path)),
  ]
  if (paths.length === 0) return
  const {loadPlugins} = await import('../plugins/load-plugins.ts')
  await loadPlugins(paths, (sentence) => void printNotice(host, sentence))
}
