import type {Host} from '../host.ts'

/** One option, as the parser, `--help` and docs/cli.md use it. */
export interface Option {
  readonly name: string
  readonly short?: string
  /** The placeholder for the value in the help; an option without one is a switch. */
  readonly value?: string
  readonly choices?: readonly string[]
  /** Plugins may add choices: the command checks the value itself. */
  readonly isOpen?: boolean
  /** Can be given more than once; `values` has all of them, one per line. */
  readonly isRepeatable?: boolean
  /** The option without which this one is an error. */
  readonly needs?: string
  /** Names for the option and its choices in other programs. */
  readonly aliases?: readonly string[]
  readonly synonyms?: ReadonlyMap<string, string>
  /** Accepted because another program has it, but not listed in the help. */
  readonly isHidden?: boolean
  readonly help: string
}

/** The parsed command line of a command. */
export interface Arguments {
  readonly operands: readonly string[]
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
}

/** Runs a command; resolves when all of its output is written. */
export type RunCommand = (host: Host, given: Arguments) => Promise<void>

/** One command. Its code is loaded only when it is used. Every command also has `--help`. */
export interface Command {
  readonly name: string
  /** The operands of the usage line: `<a>` is required, `[a]` is optional, and `…` allows several. */
  readonly operands: string
  readonly summary: string
  readonly description: string
  readonly options: readonly Option[]
  readonly examples: readonly string[]
  readonly load: () => Promise<RunCommand>
}

/** The option that every command has. */
export const helpOption: Option = {name: 'help', short: 'h', help: 'Show this help.'}

/** All options of a command. */
export const optionsOf = ({options}: Command): readonly Option[] => [...options, helpOption]

/** How many operands a command takes. */
export const operandCount = ({operands}: Command): {readonly min: number; readonly max: number} => ({
  min: operands.match(/<(?![^[]*\])/g)?.length ?? 0,
  max:
    operands.endsWith('…') || operands.endsWith('…]')
      ? Number.POSITIVE_INFINITY
      : (operands.match(/[<[]/g)?.length ?? 0),
})
