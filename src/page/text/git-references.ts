/** Where links to commits and files of a session lead. */
export interface GitLinkOptions {
  /** One address or two, with a space between: with `{sha}` for commits, with `{path}` and `{line}` for files. */
  readonly gitLink: string | undefined
  /** The session's folder; nothing outside it is linked. */
  readonly folder: string | undefined
}

/** A commit or a place in a file that a text names. */
export interface GitReference {
  readonly at: number
  readonly text: string
  /** Made from the user's template; each output must still make it safe. */
  readonly url: string
}

/** A commit, or a place in a file: `1a2b3c4`, `src/a.ts:12`. Both are short, so matching is fast. */
const reference =
  /(?<![\w/.@+:!-])(?:([0-9a-f]{7,40})(?![\w/.-]*\w)|((?:\.{0,2}\/)?(?:[\w@.+-]{1,100}\/){0,20}[\w@+-][\w@.+-]{0,100}\.\w{1,10}):(\d{1,7})(?![\w/]))/g

/** The commits and places in files that a text names and that can be linked, in their order. */
export function* findGitReferences(text: string, place: GitLinkOptions): Generator<GitReference> {
  if (place.gitLink === undefined) return
  for (const match of text.matchAll(reference)) {
    const [name, sha, path = '', line] = match
    const url = sha === undefined ? gitFileUrl(path, Number(line), place) : gitCommitUrl(sha, place)
    if (url !== undefined) yield {at: match.index, text: name, url}
  }
}

/** The URL of a file; `undefined` for files outside the session's folder. */
export function gitFileUrl(
  path: string,
  line: number | undefined,
  place: GitLinkOptions,
): string | undefined {
  const template = templateWith('{path}', place)
  const inside = template === undefined ? undefined : insideFolder(path, place.folder)
  if (template === undefined || inside === undefined) return undefined
  const lined =
    line === undefined
      ? template.replace(/#[^#]*\{line\}.*$/, '')
      : template.replaceAll('{line}', String(line))
  return lined.replaceAll('{path}', () => inside).replaceAll('{line}', '')
}

/** Words of the letters `a` to `f` and numbers are mostly not commits. */
function gitCommitUrl(sha: string, place: GitLinkOptions): string | undefined {
  const isCommit = sha.length === 40 || (/\d/.test(sha) && /[a-f]/.test(sha))
  return isCommit ? templateWith('{sha}', place)?.replaceAll('{sha}', sha) : undefined
}

const templateWith = (placeholder: string, {gitLink}: GitLinkOptions): string | undefined =>
  gitLink?.split(/\s+/).find((template) => template.includes(placeholder))

function insideFolder(path: string, folder: string | undefined): string | undefined {
  const slashed = path.replaceAll('\\', '/')
  const root = folder?.replaceAll('\\', '/').replace(/\/$/, '')
  const isAbsolute = slashed.startsWith('/') || /^[a-z]:/i.test(slashed)
  if (isAbsolute && (root === undefined || !slashed.startsWith(`${root}/`))) return undefined
  const parts = (isAbsolute && root !== undefined ? slashed.slice(root.length) : slashed)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) return undefined
  return parts.map((part) => encodeURIComponent(part.replace(/[\ud800-\udfff]/gu, '\ufffd'))).join('/')
}
