import {commands, globalOptions} from '../commands.ts'
import {wrapWords} from '../output/wrap-words.ts'
import type {Command, Option} from './command.ts'

/** Wider than this, lines are hard to follow. */
const maxWidth = 100

/** Where there is less room beside a name, what it means stands below it. */
const minTextWidth = 34

/** The help of the whole program, for a window of this width. */
export function programHelp(width = maxWidth): string {
  return [
    ...wrapLines('recount tells back everything Claude Code said and did, and counts what it cost.', width),
    '',
    'Usage: recount <command> [options]',
    '       claude -p "…" --output-format stream-json --verbose | recount',
    '',
    'Commands:',
    ...helpTable(
      commands.map((command) => [`${command.name} ${command.operands}`.trimEnd(), command.summary]),
      width,
    ),
    '',
    'Options:',
    ...helpTable(
      globalOptions.map((option) => [optionName(option), option.help]),
      width,
    ),
    '',
    ...wrapLines('"recount <command> --help" tells more about a command.', width),
    '',
  ].join('\n')
}

/** The help of one command, for a window of this width. */
export function commandHelp(command: Command, width = maxWidth): string {
  return [
    `Usage: recount ${command.name} ${command.operands} [options]`.replace('  ', ' '),
    '',
    ...wrapLines(command.description, Math.min(width, maxWidth - 4)),
    '',
    'Options:',
    ...helpTable(
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

const wrapLines = (text: string, width: number): readonly string[] =>
  wrapWords(text.split(' '), width).map((words) => words.join(' '))

function helpTable(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const left = Math.max(...rows.map(([name]) => name.length))
  const room = Math.min(width, maxWidth) - left - 4
  if (room < minTextWidth)
    return rows.flatMap(([name, text]) => [
      `  ${name}`,
      ...wrapLines(text, width - 10).map((line) => `          ${line}`),
    ])
  return rows.flatMap(([name, text]) =>
    wrapLines(text, room).map((line, index) => `  ${(index === 0 ? name : '').padEnd(left)}  ${line}`),
  )
}
