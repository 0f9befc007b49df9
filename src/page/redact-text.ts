import {isNamedSecret, redactionRules} from './redact-rules.ts'

const marked = (name: string): string => `[redacted: ${name}]`

/** Named groups of one expression need names of their own. */
const combined = new RegExp(
  redactionRules
    .map(({pattern}, index) => `(?<r${index}>${pattern.replace(/\(\?<([nvwu])>/g, `(?<$1${index}>`)})`)
    .join('|'),
  'g',
)

/**
 * A text without what looks like a credential; what stands in its place says which kind it was. `name` is what the
 * text is the value of, where that is known.
 */
export function redactText(text: string, name?: string): string {
  if (name !== undefined && isNamedSecret(name, text)) return marked('credential')
  const plain = text.replace(disguise, (_, mark: string | undefined) => mark ?? '_')
  if (plain === text) return redacted(text)
  const changed = redacted(plain)
  // Where there is no secret, the text stays as it was written.
  return changed === plain ? redacted(text) : changed
}

/** Markdown has other ways to write the marks that credentials have in them. */
const disguise = /(?<=\w)(?:\\([_-])|&#(?:95|x5f);|&lowbar;)(?=\w)/gi

function redacted(text: string): string {
  let kept = ''
  let from = 0
  combined.lastIndex = 0
  for (let match = combined.exec(text); match; match = combined.exec(text)) {
    const found = secretIn(match)
    if (found.what === undefined) {
      // What it is part of may be another kind.
      combined.lastIndex = Math.max(found.start, match.index + 1)
      continue
    }
    kept += text.slice(from, found.start) + marked(found.what)
    from = found.end
    combined.lastIndex = Math.max(found.end, match.index + 1)
  }
  return from === 0 ? text : kept + text.slice(from)
}

interface Found {
  /** Absent where it is no secret after all. */
  readonly what: string | undefined
  readonly start: number
  readonly end: number
}

function secretIn(match: RegExpExecArray): Found {
  const groups = match.groups ?? {}
  const [whole] = match
  const index = redactionRules.findIndex((_, at) => groups[`r${at}`] !== undefined)
  const rule = redactionRules[index]
  const value = groups[`v${index}`] ?? groups[`w${index}`] ?? groups[`u${index}`] ?? whole
  // The value ends what is matched, but for a closing mark.
  const start = match.index + whole.lastIndexOf(value)
  const isSecret = rule?.isSecret?.(value, groups[`n${index}`] ?? '') ?? true
  return {what: isSecret ? rule?.name : undefined, start, end: start + value.length}
}
