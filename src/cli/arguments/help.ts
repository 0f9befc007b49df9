import {commands, globalOptions} from '../commands.ts'
import {fillLines} from '../output/fill-lines.ts'
import {type Command, type Option, optionsOf} from './command.ts'

/** Longer lines are hard to follow. */
const maxWidth = 100

/** With less room than this next to a name, its text is put below it. */
const minTextWidth = 34

/** The help of the program, for a window of this width. */
export function programHelp(width = maxWidth): string {
  return [
    ...fillLines('recount shows everything Claude Code said and did, and what it cost.', width),
    '',
    'Usage: recount <command> [options]',
    '       claude -p "…" --output-format stream-json --verbose | recount',
    '',
    'Commands:',
    ...helpTable(
      commands.map(({name, operands, summary}) => [`${name} ${operands}`.trimEnd(), summary]),
      width,
    ),
    '',
    'Options:',
    ...helpTable(globalOptions.map(optionRow), width),
    '',
    ...fillLines('Run "recount <command> --help" for details.', width),
    '',
  ].join('\n')
}

/** Options come before a `--`: everything after it belongs to another program. */
function usageLine({name, operands}: Command): string {
  const [passed = ''] = /\[?-- .*/.exec(operands) ?? []
  const own = operands.slice(0, operands.length - passed.length).trim()
  return ['Usage: recount', name, own, '[options]', passed].filter((part) => part !== '').join(' ')
}

/** The help of one command, for a window of this width. */
export function commandHelp(command: Command, width = maxWidth): string {
  const options = optionsOf(command).filter(({isHidden}) => !isHidden)
  return [
    usageLine(command),
    '',
    ...fillLines(command.description, Math.min(width, maxWidth - 4)),
    '',
    'Options:',
    ...helpTable(options.map(optionRow), width),
    '',
    command.examples.length > 1 ? 'Examples:' : 'Example:',
    ...command.examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}

function optionRow({name, short, value, help, aliases = []}: Option): readonly [string, string] {
  const also = aliases.length === 0 ? '' : ` Also ${aliases.map((alias) => `--${alias}`).join(', ')}.`
  return [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`,
    help + also,
  ]
}

function helpTable(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const left = Math.max(...rows.map(([name]) => name.length))
  const room = Math.min(width, maxWidth) - left - 4
  if (room < minTextWidth)
    return rows.flatMap(([name, text]) => [
      `  ${name}`,
      ...fillLines(text, width - 10).map((line) => `          ${line}`),
    ])
  return rows.flatMap(([name, text]) =>
    fillLines(text, room).map((line, index) => `  ${(index === 0 ? name : '').padEnd(left)}  ${line}`),
  )
}
