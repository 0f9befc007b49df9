import type {Host} from '../host.ts'

/** One option, as the parser, `--help` and the reference know it. */
export interface Option {
  readonly name: string
  readonly short?: string
  /** What stands for the value in the help; an option without one is a switch. */
  readonly value?: string
  readonly choices?: readonly string[]
  /** Plugins may add choices: the command checks the value itself. */
  readonly isOpen?: boolean
  /** May be given more than once; `values` has all of them, one a line. */
  readonly isRepeatable?: boolean
  /** The option without which it means nothing. */
  readonly needs?: string
  /** What other programs call it, and how they say its choices. */
  readonly aliases?: readonly string[]
  readonly synonyms?: ReadonlyMap<string, string>
  /** Accepted because another program has it; the help does not list it. */
  readonly isHidden?: boolean
  readonly help: string
}

/** What the user gave. */
export interface Arguments {
  readonly operands: readonly string[]
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
}

/** Runs a command; resolves when all of its output is written. */
export type RunCommand = (host: Host, given: Arguments) => Promise<void>

/** One verb. Its code is loaded only when it is used. */
export interface Command {
  readonly name: string
  readonly operands: string
  /** How many operands it takes. */
  readonly takes: {readonly least: number; readonly most: number}
  readonly summary: string
  readonly description: string
  readonly options: readonly Option[]
  readonly examples: readonly string[]
  readonly load: () => Promise<RunCommand>
}
