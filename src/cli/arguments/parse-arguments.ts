import {parseArgs} from 'node:util'
import {closestWord} from '../../model/closest-word.ts'
import {Failure, invalidValue} from '../failure.ts'
import {type Arguments, type Command, type Option, operandCount, optionsOf} from './command.ts'

/** Reads the words after a command's name by its option table; a word it does not know is a usage error. */
export function parseArguments(words: readonly string[], command: Command): Arguments {
  const switches = new Set<string>()
  const values = new Map<string, string>()
  const operands: string[] = []
  const options = optionsOf(command)
  let isOver = false
  const {tokens} = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      options.flatMap((option) => [
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
      // An empty word is usually a variable that was never set. After "--", words belong to another program.
      if (token.value === '' && !isOver)
        throw new Failure(
          `The ${command.operands.startsWith('<query>') ? 'query' : 'argument'} is empty. See "recount ${command.name} --help".`,
          2,
        )
      operands.push(token.value)
    } else if (token.kind === 'option') {
      const option = options.find(({name, aliases}) => name === token.name || aliases?.includes(token.name))
      if (!option) throw unknownOption(token.rawName, command)
      if (option.value === undefined) {
        if (token.value !== undefined) throw new Failure(`Option --${option.name} takes no value.`, 2)
        switches.add(option.name)
        switches.delete(oppositeOf(option.name))
      } else {
        const value = checkedValue(option, token.value)
        const before = option.isRepeatable ? values.get(option.name) : undefined
        values.set(option.name, before === undefined ? value : `${before}\n${value}`)
      }
    }
  }
  if (!switches.has('help')) checkUsage(command, {operands, switches, values})
  return {operands, switches, values}
}

function checkUsage(command: Command, {operands, switches, values}: Arguments): void {
  const {min, max} = operandCount(command)
  if (operands.length < min)
    throw new Failure(`${command.name} needs ${command.operands}. See "recount ${command.name} --help".`, 2)
  if (operands.length > max)
    throw new Failure(
      `${command.name} takes ${max === 0 ? 'no arguments' : 'one argument'}; unexpected "${operands[max]}".`,
      2,
    )
  for (const {name, needs} of command.options) {
    const isGiven = switches.has(name) || values.has(name)
    if (isGiven && needs !== undefined && !switches.has(needs) && !values.has(needs))
      throw new Failure(`Cannot use --${name} without --${needs}.`, 2)
  }
}

function unknownOption(given: string, command: Command): Failure {
  const names = optionsOf(command).flatMap(({name, aliases = []}) => [name, ...aliases])
  const closest = closestWord(given.replace(/^-+/, ''), names)
  const hint = closest === undefined ? `See "recount ${command.name} --help".` : `Did you mean --${closest}?`
  return new Failure(`Unknown option ${given}. ${hint}`, 2)
}

/** Of two opposite switches, the last one counts. */
const oppositeOf = (name: string): string => (name.startsWith('no-') ? name.slice(3) : `no-${name}`)

const typeOf = ({value}: Option): 'string' | 'boolean' => (value === undefined ? 'boolean' : 'string')

function parserOption(option: Option): {type: 'string' | 'boolean'; short?: string} {
  return {type: typeOf(option), ...(option.short === undefined ? {} : {short: option.short})}
}

function checkedValue(
  {name, value: placeholder, choices, isOpen, synonyms}: Option,
  given: string | undefined,
): string {
  if (given === undefined || given === '')
    throw new Failure(`Option --${name} needs a value: --${name} <${placeholder}>.`, 2)
  const value = synonyms?.get(given) ?? given
  if (choices && !isOpen && !choices.includes(value))
    throw invalidValue(name, value, choices.join(', ').replace(/, (?=[^,]*$)/, ' or '))
  return value
}
