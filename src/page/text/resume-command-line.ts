import {isSessionId} from '../../model/session-names.ts'

/** The command that resumes a session, for starting it directly and for pasting it into a shell. */
export interface ResumeCommand {
  readonly program: 'claude'
  readonly args: readonly string[]
  /** One visible line for a POSIX shell or fish, with `cd` before it when the folder is known. */
  readonly shell: string
}

/**
 * Builds the only command with which a session is resumed. Returns nothing for an id that is not a session id: a file can
 * be named `--settings={"hooks":…}.jsonl`, and what it is named must never reach the client. A folder that is not an
 * absolute path is left out.
 */
export function resumeCommandLine(
  id: string,
  folder: string | undefined,
  extra: readonly string[] = [],
): ResumeCommand | undefined {
  if (!isSessionId(id)) return undefined
  const args = [`--resume=${id}`, ...extra]
  const place = folder === undefined || !isAbsolutePath(folder) ? [] : [`cd -- ${quoteFolder(folder)} &&`]
  return {program: 'claude', args, shell: [...place, 'claude', ...args.map(quoteForShell)].join(' ')}
}

/** Linux refuses longer paths. */
const maxPath = 4096

/** POSIX and Windows alike: a page may show sessions of another machine. */
const isAbsolutePath = (path: string): boolean =>
  /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path) && path.length <= maxPath && !path.includes('\0')

/** A line feed at the end would be lost; before a slash it is kept. */
const quoteFolder = (folder: string): string => quoteForShell(folder.replace(/\n$/, '\n/'))

const plainWord = /^[\w./:@%+,-][\w./:@%+,=-]*$/
/** What no one sees, and what changes the direction or the lines of what is seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
/** fish takes a backslash before these two as an escape even in single quotes, and the quotation would end elsewhere. */
const fishEscape = /\\(?:[\\']|$)/
const needsEscape = new RegExp(`${unseen.source}|[^\\w./:@+, \\u0080-\\u{10ffff}-]`, 'gu')

/**
 * A word as every POSIX shell and fish take it, in quotes unless it contains only letters, digits and a few harmless signs.
 * The result is one visible line. Line feeds at the end of the word are lost.
 */
export function quoteForShell(word: string): string {
  if (plainWord.test(word)) return word
  const text = word.replaceAll('\0', '')
  // A line feed in quotes is harmless to the shell, but not to a terminal that runs what is pasted line by line. bash's
  // $'…' ends elsewhere in other shells, which would then run the rest. All signs are escaped here: an interactive bash
  // replaces "!" between double quotes.
  return unseen.test(text) || fishEscape.test(text)
    ? `"$(printf %b '${text.replace(needsEscape, inOctal)}')"`
    : `'${text.replaceAll("'", "'\\''")}'`
}

const inOctal = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('')
