import {sanitizeLine} from '../../../page/index.ts'

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** An at-sign that mentions no one: an invisible character is between it and the name. */
const quietAt = '@\u2060'

/** Backticks that open no code: an unclosed fence would turn everything after it into code. */
const quietFence = 'ˋˋˋ'

/** Text in which nothing is markup: Slack interprets three characters, names after an at-sign, and fences. */
export const escapeSlack = (text: string): string =>
  escapeCharacters(text)
    .replace(/@(?=\w)/g, quietAt)
    .replaceAll('```', quietFence)

/** Text from a transcript on one line, escaped. */
export const slackLine = (text: string): string => escapeSlack(sanitizeLine(text))

/** The same for code, in which no one is mentioned. */
const escapeCharacters = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities.get(character) ?? character)

/** Code on one line. There is no way to write a backtick in it. */
export function inlineSlackCode(text: string): string {
  const code = escapeCharacters(text.replace(/\s+/g, ' ').trim().replaceAll('`', 'ˋ'))
  return code === '' ? '' : `\`${code}\``
}

/** Code on separate lines. */
export function slackCodeBlock(text: string): string {
  const code = escapeCharacters(text.replaceAll('```', quietFence).replace(/\s+$/, ''))
  return code.trim() === '' ? '' : `\`\`\`\n${code}\n\`\`\``
}

/** Marks around the words of each line: `*bold*`. Slack ignores marks that are next to a space inside. */
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

/** A link if its address can be opened, otherwise its words. */
export function slackLink(url: string, words: string): string {
  const target = url.trim().replace(/[\s<>|]/g, (character) => encodeURIComponent(character))
  if (!address.test(target)) return words
  const label = words.replaceAll('|', '¦').replace(/\s+/g, ' ').trim()
  return label === '' || label === escapeSlack(url)
    ? `<${escapeCharacters(target)}>`
    : `<${escapeCharacters(target)}|${label}>`
}
