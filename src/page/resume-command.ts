/** The command that goes on with a session, safe to paste into a POSIX shell whatever the folder is called. */
export const resumeCommand = (id: string, folder: string | undefined): string =>
  // Behind a slash, a line feed is not at the end.
  `${folder === undefined ? '' : `cd ${shellQuoted(folder.replace(/\n$/, '\n/'))} && `}claude --resume ${shellQuoted(id)}`

/**
 * A word as every POSIX shell takes it, in quotes where it holds anything but letters, digits and a few harmless signs.
 * Line feeds at its very end are lost.
 */
export function shellQuoted(word: string): string {
  if (/^[\w./:@%+,][\w./:@%+,-]*$/.test(word)) return word
  const plain = word.replaceAll('\0', '')
  // A line feed in quotes is harmless to the shell, but not to a terminal that runs what is pasted line by line. What bash
  // has for it ($'…') ends elsewhere in other shells, which would then run the rest.
  return /\p{Cc}/u.test(plain)
    ? `"$(printf %b '${plain.replace(/[\\']|\p{Cc}/gu, inOctal)}')"`
    : `'${plain.replaceAll("'", "'\\''")}'`
}

const inOctal = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('')
