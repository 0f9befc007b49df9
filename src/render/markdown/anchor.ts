/** A place that links lead to. The name is made of ids that a transcript gave. */
export const anchor = (name: string): string => `<a id="${anchorName(name)}"></a>`

/** A link within the file. The text is Markdown already. */
export const linkToAnchor = (text: string, name: string): string => `[${text}](#${anchorName(name)})`

const anchorName = (name: string): string => name.replace(/[^\w-]/g, '_')
