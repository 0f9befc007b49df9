import {parseArgs} from 'node:util'
import {Failure} from '../failure.ts'
import type {Arguments, Command, Option} from './command.ts'

/** Reads a command's words by its option table; anything it does not know is a usage error. */
export function parseArguments(words: readonly string[], command: Command): Arguments {
  const switches = new Set<string>()
  const values = new Map<string, string>()
  const operands: string[] = []
  let isOver = false
  const {tokens} = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      command.options.flatMap((option) => [
        [option.name, parserOption(option)],
        ...(option.aliases ?? []).map((alias) => [alias, {type: typeOf(option)}] as const),
      ]),
    ),
    strict: false,
    tokens: true,
    allowPositionals: true,
  })
  for (const token of tokens) {
    if (token.kind === 'option-terminator') isOver = true
    else if (token.kind === 'positional') {
      // A variable that was never set; what comes after "--" is another program's affair.
      if (token.value === '' && !isOver) throw misuse(command, 'an empty word names nothing')
      operands.push(token.value)
    } else if (token.kind === 'option') {
      const option = command.options.find(
        ({name, aliases}) => name === token.name || aliases?.includes(token.name),
      )
      if (!option) throw misuse(command, `there is no option ${token.rawName}`)
      if (option.value === undefined) {
        if (token.value !== undefined) throw misuse(command, `--${option.name} takes no value`)
        switches.add(option.name)
        switches.delete(oppositeOf(option.name))
      } else {
        const value = checkedValue(command, option, token.value)
        const before = option.isRepeatable ? values.get(option.name) : undefined
        values.set(option.name, before === undefined ? value : `${before}\n${value}`)
      }
    }
  }
  if (switches.has('help')) return {operands, switches, values}
  if (operands.length < command.takes.least) throw misuse(command, `it needs ${command.operands}`)
  if (operands.length > command.takes.most)
    throw misuse(command, `"${operands[command.takes.most]}" is one word too many`)
  for (const {name, needs} of command.options) {
    const isGiven = switches.has(name) || values.has(name)
    if (isGiven && needs !== undefined && !switches.has(needs) && !values.has(needs))
      throw new Failure(`Cannot use --${name} without --${needs}.`, 2)
  }
  return {operands, switches, values}
}

/** Of two that say the opposite the last one counts. */
const oppositeOf = (name: string): string => (name.startsWith('no-') ? name.slice(3) : `no-${name}`)

const typeOf = ({value}: Option): 'string' | 'boolean' => (value === undefined ? 'boolean' : 'string')

function parserOption(option: Option): {type: 'string' | 'boolean'; short?: string} {
  return {type: typeOf(option), ...(option.short === undefined ? {} : {short: option.short})}
}

function checkedValue(command: Command, option: Option, given: string | undefined): string {
  if (given === undefined || given === '') throw misuse(command, `--${option.name} needs a <${option.value}>`)
  const value = option.synonyms?.get(given) ?? given
  if (option.choices && !option.isOpen && !option.choices.includes(value)) {
    throw misuse(command, `--${option.name} takes ${option.choices.join(', ')}, not "${value}"`)
  }
  return value
}

const misuse = (command: Command, what: string): Failure =>
  new Failure(`Cannot run ${command.name}: ${what}. See "recount ${command.name} --help".`, 2)
