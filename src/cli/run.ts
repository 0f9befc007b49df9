import {delimiter, isAbsolute, resolve} from 'node:path'
import {ArchiveError} from '../archive/archive-error.ts'
import {closestWord} from '../model/closest-word.ts'
import {PluginError} from '../plugins/plugin-error.ts'
import {SinkError} from '../sinks/sink-error.ts'
import {SourceError} from '../sources/source-error.ts'
import {StoreError} from '../store/store-error.ts'
import type {Arguments, Command} from './arguments/command.ts'
import {pluginOption} from './arguments/common-options.ts'
import {commandHelp, programHelp} from './arguments/help.ts'
import {parseArguments} from './arguments/parse-arguments.ts'
import {commands} from './commands.ts'
import {ChildExit, Failure, ReportedFailure} from './failure.ts'
import type {BaseHost, Host} from './host.ts'
import {paintedSink, printable, printableSink} from './output/printable.ts'
import {version} from './version.ts'

/** Runs the program and returns its exit code. Only here do errors become messages. */
export async function run(words: readonly string[], base: BaseHost): Promise<number> {
  const err = printableSink(base.err)
  // Not a copy: the getters of `base` take time, and few commands need them.
  const host: Host = Object.create(base, {
    out: {value: printableSink(base.out)},
    painted: {value: paintedSink(base.out)},
    err: {value: err},
    rawOut: {value: base.out},
    // If standard error cannot be written either, there is no other place for the notice.
    notify: {value: (notice: string) => err.write(`${printable(notice)}\n`).catch(() => {})},
  })
  try {
    await dispatch(words, host)
    return 0
  } catch (error) {
    if (error instanceof ChildExit) {
      if (error.end.signal !== undefined) host.signals.raise(error.end.signal)
      return error.exitCode
    }
    if (!(error instanceof ReportedFailure)) await host.notify(errorMessage(error))
    return error instanceof Failure ? error.exitCode : 1
  }
}

const expectedErrors = [Failure, SourceError, SinkError, ArchiveError, PluginError, StoreError]

function errorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return expectedErrors.some((type) => error instanceof type)
    ? message
    : `Unexpected error: ${message}. This is a bug in recount ${version()}; please report it.`
}

async function dispatch(words: readonly string[], host: Host): Promise<void> {
  const [first, ...rest] = words
  if (first === '--version' || first === '-V') return host.out.write(`${version()}\n`)
  if (first === '--help' || first === '-h' || first === 'help') {
    const about = commands.find(({name}) => name === rest[0])
    return host.out.write(about ? commandHelp(about, host.width) : programHelp(host.width))
  }
  if (first === undefined && host.stdin.isTTY) return host.out.write(programHelp(host.width))
  // With piped input, `print` is the default command.
  if (!host.stdin.isTTY && (first === undefined || first.startsWith('-')))
    return dispatch(['print', ...words], host)
  const command = commands.find(({name}) => name === first)
  if (!command) throw unknownCommand(first ?? '')
  const given = parseArguments(rest, command)
  if (given.switches.has('help')) return host.out.write(commandHelp(command, host.width))
  await loadNamedPlugins(host, command, given)
  const runCommand = await command.load()
  return runCommand(host, given)
}

function unknownCommand(given: string): Failure {
  const closest = closestWord(
    given,
    commands.map(({name}) => name),
  )
  const hint = closest === undefined ? 'See "recount --help".' : `Did you mean "${closest}"?`
  return new Failure(`Unknown command "${given}". ${hint}`, 2)
}

/**
 * Loads the plugins that the user names with `--plugin` or `RECOUNT_PLUGINS`, and no others. A path in the environment must
 * be absolute: a relative one would load code from the current folder, which anyone may have written.
 */
async function loadNamedPlugins(host: Host, command: Command, {values}: Arguments): Promise<void> {
  if (!command.options.includes(pluginOption)) return
  const named = (host.env['RECOUNT_PLUGINS'] ?? '').split(delimiter).filter((path) => path !== '')
  for (const path of named.filter((other) => !isAbsolute(other)))
    await host.notify(`RECOUNT_PLUGINS: ${path} is ignored, because it is not an absolute path.`)
  const paths = [
    ...named.filter((path) => isAbsolute(path)),
    ...(values.get('plugin')?.split('\n') ?? []).map((path) => resolve(host.cwd, path)),
  ]
  if (paths.length === 0) return
  const {loadPlugins} = await import('../plugins/load-plugins.ts')
  await loadPlugins(paths, (notice) => void host.notify(notice))
}
