import type {ChangedFile, SessionChanges} from '../../page/index.ts'

/** A patch, and the files that are not in it. */
export interface RenderedPatch {
  readonly text: string
  /** Files outside of the session's folder, and files whose changes have no known place. */
  readonly leftOut: readonly ChangedFile[]
}

/** Renders what a session changed as one patch that `git apply` takes in the session's folder. */
export function renderPatch({files}: SessionChanges): RenderedPatch {
  const parts: string[] = []
  const leftOut: ChangedFile[] = []
  for (const file of files) {
    const {relativePath, patches} = file
    if (relativePath === undefined || patches === undefined) leftOut.push(file)
    else
      for (const [index, patch] of patches.entries())
        parts.push(patchHeader(relativePath, file.isNew && index === 0), patch)
  }
  return {text: parts.join(''), leftOut}
}

function patchHeader(path: string, isNew: boolean): string {
  const [before, after] = [quotePath(`a/${path}`), quotePath(`b/${path}`)]
  return [
    `diff --git ${before} ${after}`,
    ...(isNew ? ['new file mode 100644', '--- /dev/null'] : [`--- ${before}${endOfName(path)}`]),
    `+++ ${after}${endOfName(path)}`,
    '',
  ].join('\n')
}

/** Git ends a name with a tab if the name contains a space. */
const endOfName = (path: string): string => (path.includes(' ') && quotePath(path) === path ? '\t' : '')

/** A path as git writes it: in quotes if it contains quotes, backslashes or control characters. */
function quotePath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be quoted
  const needsQuotes = /["\\\u0000-\u001f\u007f]/
  if (!needsQuotes.test(path)) return path
  const escaped = [...path].map((character) => {
    if (character === '"' || character === '\\') return `\\${character}`
    return needsQuotes.test(character)
      ? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
      : character
  })
  return `"${escaped.join('')}"`
}
