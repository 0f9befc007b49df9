import {text} from '../model/fields.ts'
import type {Node} from '../page/index.ts'
import {ansi, code} from '../page/index.ts'
import {describeBlocks, describeText} from './describe-blocks.ts'
import {sayElsewhere, sayTimeout, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A program in a process that stays: what it printed, what it gave, what went wrong. */
export const repl: Tool = {
  names: ['REPL', 'JavaScript'],
  subject: (input) => text(input, 'description') ?? text(input, 'code'),
  asked(input) {
    const source = text(input, 'code')
    return [...(source === undefined ? [] : [code(source, 'javascript')]), ...tellOptions(input)]
  },
  answered({structured, content}) {
    const part = (name: string, describe: (words: string) => readonly Node[]): readonly Node[] =>
      describe(text(structured, name) ?? '')
    const error = (words: string): readonly Node[] => (words === '' ? [] : [ansi(words, 'error')])
    const nodes = [
      ...part('stdout', describeText),
      ...part('result', describeText),
      ...part('stderr', error),
      ...part('error', error),
    ]
    return nodes.length === 0 ? describeBlocks(content) : nodes
  },
}

const tellOptions = tellFields(
  ['description', 'description', 'Description'],
  ['timeout_ms', 'time', 'Timeout', sayTimeout],
  ['timeout', 'time', 'Timeout', sayTimeout],
  ['code', 'command', 'Code', sayElsewhere],
)
