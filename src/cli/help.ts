import type {Command, Option} from './command.ts'
import {commands, globalOptions} from './commands.ts'
import {wrap} from './wrap.ts'

/** Wider than this, lines are hard to follow. */
const widest = 100

/** Where there is less room beside a name, what it means stands below it. */
const leastRoom = 34

/** The help of the whole program, for a window of this width. */
export function programHelp(width = widest): string {
  return [
    ...lines('recount tells back everything Claude Code said and did, and counts what it cost.', width),
    '',
    'Usage: recount <command> [options]',
    '       claude -p "…" --output-format stream-json --verbose | recount',
    '',
    'Commands:',
    ...table(
      commands.map((command) => [`${command.name} ${command.operands}`.trimEnd(), command.summary]),
      width,
    ),
    '',
    'Options:',
    ...table(
      globalOptions.map((option) => [optionName(option), option.help]),
      width,
    ),
    '',
    ...lines('"recount <command> --help" tells more about a command.', width),
    '',
  ].join('\n')
}

/** The help of one command, for a window of this width. */
export function commandHelp(command: Command, width = widest): string {
  return [
    `Usage: recount ${command.name} ${command.operands} [options]`.replace('  ', ' '),
    '',
    ...lines(command.description, Math.min(width, widest - 4)),
    '',
    'Options:',
    ...table(
      command.options
        .filter(({isHidden}) => !isHidden)
        .map((option) => [optionName(option), optionHelp(option)]),
      width,
    ),
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

const lines = (text: string, width: number): readonly string[] =>
  wrap(text.split(' '), width).map((words) => words.join(' '))

function table(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const left = Math.max(...rows.map(([name]) => name.length))
  const room = Math.min(width, widest) - left - 4
  if (room < leastRoom)
    return rows.flatMap(([name, text]) => [
      `  ${name}`,
      ...lines(text, width - 10).map((line) => `          ${line}`),
    ])
  return rows.flatMap(([name, text]) =>
    lines(text, room).map((line, index) => `  ${(index === 0 ? name : '').padEnd(left)}  ${line}`),
  )
}
