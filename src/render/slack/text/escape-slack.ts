const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** What Slack takes for an at-sign that calls nobody: something stands between it and the name that is not seen. */
const quietAt = '@\u2060'

/** Backticks that open no code: one that is never closed would turn all that follows around. */
const quietFence = 'ˋˋˋ'

/** Text in which nothing is markup. Slack knows three characters, names behind an at-sign, and fences. */
export const escapeSlack = (text: string): string =>
  escapeCharacters(text)
    .replace(/@(?=\w)/g, quietAt)
    .replaceAll('```', quietFence)

/** The same for code, in which nobody is called. */
const escapeCharacters = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities.get(character) ?? character)

/** Code on one line. There is no way to write a backtick in it. */
export function inlineSlackCode(text: string): string {
  const code = escapeCharacters(text.replace(/\s+/g, ' ').trim().replaceAll('`', 'ˋ'))
  return code === '' ? '' : `\`${code}\``
}

/** Code on lines of its own. */
export function slackCodeBlock(text: string): string {
  const code = escapeCharacters(text.replaceAll('```', quietFence).replace(/\s+$/, ''))
  return code.trim() === '' ? '' : `\`\`\`\n${code}\n\`\`\``
}

/** Marks around words, for marks count only beside a space: `*bold*`. Each line has its own. */
export const styledSlackText = (mark: '*' | '_' | '~', text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(line) ?? []
      return words === '' || words.includes('`') || words.startsWith(mark)
        ? line
        : `${before}${mark}${words}${mark}${after}`
    })
    .join('\n')

const address = /^(?:https?:\/\/|mailto:)[^\s<>|]+$/i

/** A link, where its address is one that may be opened; else its words alone. */
export function slackLink(url: string, words: string): string {
  const target = url.trim().replace(/[\s<>|]/g, (character) => encodeURIComponent(character))
  if (!address.test(target)) return words
  const label = words.replaceAll('|', '¦').replace(/\s+/g, ' ').trim()
  return label === '' || label === escapeSlack(url)
    ? `<${escapeCharacters(target)}>`
    : `<${escapeCharacters(target)}|${label}>`
}
