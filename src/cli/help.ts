import type {Command, Option} from './command.ts'
import {commands, globalOptions} from './commands.ts'
import {wrap} from './wrap.ts'

/** The help of the whole program. */
export function programHelp(): string {
  return [
    'recount tells back everything Claude Code said and did, and counts what it cost.',
    '',
    'Usage: recount <command> [options]',
    '       claude -p "…" --output-format stream-json --verbose | recount',
    '',
    'Commands:',
    ...table(commands.map((command) => [`${command.name} ${command.operands}`.trimEnd(), command.summary])),
    '',
    'Options:',
    ...table(globalOptions.map((option) => [optionName(option), option.help])),
    '',
    '"recount <command> --help" tells more about a command.',
    '',
  ].join('\n')
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  return [
    `Usage: recount ${command.name} ${command.operands} [options]`.replace('  ', ' '),
    '',
    ...wrap(command.description.split(' '), 96).map((words) => words.join(' ')),
    '',
    'Options:',
    ...table(command.options.map((option) => [optionName(option), optionHelp(option)])),
    '',
    command.examples.length > 1 ? 'Examples:' : 'Example:',
    ...command.examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}

function optionName(option: Option): string {
  const short = option.short === undefined ? '    ' : `-${option.short}, `
  return `${short}--${option.name}${option.value === undefined ? '' : ` <${option.value}>`}`
}

const optionHelp = ({help, aliases = []}: Option): string =>
  aliases.length === 0 ? help : `${help} Also ${aliases.map((alias) => `--${alias}`).join(', ')}.`

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.flatMap(([left, right]) =>
    wrap(right.split(' '), Math.max(30, 96 - width)).map(
      (words, index) => `  ${(index === 0 ? left : '').padEnd(width)}  ${words.join(' ')}`,
    ),
  )
}
