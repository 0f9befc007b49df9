import type {Command, Option} from './command.ts'
import {commands, globalOptions} from './commands.ts'

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
    ...wrap(command.description, 96),
    '',
    'Options:',
    ...table(command.options.map((option) => [optionName(option), option.help])),
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

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > width && line !== '') {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
