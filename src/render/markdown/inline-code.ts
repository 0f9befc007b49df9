import {longestRun} from './longest-run.ts'
import {sanitizeLine} from './sanitize.ts'

/** Text as code within a line. In a cell its bars are escaped, as cells demand. */
export function inlineCode(text: string, cell = false): string {
  const line = sanitizeLine(text)
  if (line === '') return ''
  const ticks = line.includes('`') ? '`'.repeat(longestRun(line, '`') + 1) : '`'
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  const code = `${ticks}${space}${line}${space}${ticks}`
  return cell ? code.replaceAll('|', '\\|') : code
}
