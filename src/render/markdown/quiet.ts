/** A space of no width: in a pull request it keeps a word from being a mention, and shows in the source. */
const apart = '&#8203;'

/** Text, escaped already, in which nobody is mentioned. */
export const quietMentions = (escaped: string): string =>
  escaped.includes('@') ? escaped.replace(/(?<![A-Za-z0-9])@(?=[A-Za-z0-9])/g, `@${apart}`) : escaped

/** The same, and nothing is referred to either: no issue, no commit, no tag. For words that recount puts up front. */
export const quietReferences = (escaped: string): string =>
  quietMentions(escaped).replace(/(?<!&)#(?=\w)|\bGH-(?=\d)|\b[0-9a-f]{6}(?=[0-9a-f]{1,34}\b)/g, `$&${apart}`)
