import {basename} from 'node:path'

/** A command line, and the options that were added to it. */
export interface ClientCommand {
  readonly words: readonly string[]
  readonly added: readonly string[]
  /** An output format that is not a stream, which cannot be shown as a conversation. */
  readonly otherFormat: string | undefined
}

/** Claude Code by its own name, or as a package that another program runs. */
const client = /^(?:claude|claude-code)(?:\.\w+)?(?:@.*)?$/

/**
 * Makes Claude Code print a stream: adds `--output-format stream-json --verbose` if they are missing. Other programs are
 * run unchanged.
 */
export function completeClientCommand(words: readonly string[]): ClientCommand {
  const asked = words.findIndex((word) => word === '-p' || word === '--print')
  const named = asked === -1 ? words : words.slice(0, asked)
  const isClient = named.some((word) => client.test(basename(word)))
  const end = words.indexOf('--')
  const own = end === -1 ? words : words.slice(0, end)
  const format = optionValue(own, '--output-format')
  const otherFormat = isClient && format !== undefined && format !== 'stream-json' ? format : undefined
  if (!isClient || otherFormat !== undefined) return {words, added: [], otherFormat}
  const added = [
    ...(format === undefined ? ['--output-format', 'stream-json'] : []),
    ...(own.includes('--verbose') ? [] : ['--verbose']),
  ]
  return {words: [...own, ...added, ...words.slice(own.length)], added, otherFormat}
}

function optionValue(words: readonly string[], option: string): string | undefined {
  const joined = words.find((word) => word.startsWith(`${option}=`))
  if (joined !== undefined) return joined.slice(option.length + 1)
  const at = words.lastIndexOf(option)
  return at === -1 ? undefined : words[at + 1]
}
