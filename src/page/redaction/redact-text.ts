import {isNamedSecret, namedSecretRules} from './named-secret-rules.ts'
import {characterBefore, type RedactionRule} from './redaction-rule.ts'
import {tokenRules} from './token-rules.ts'

const marked = (name: string): string => `[redacted: ${name}]`

/**
 * A text without what looks like a credential; the replacement names the kind. `name` is the name of the value, if that
 * is known.
 */
export function redactText(text: string, name?: string): string {
  if (name !== undefined && isNamedSecret(name, text)) return marked('credential')
  const plain = text.replace(disguise, (_, mark: string | undefined) => mark ?? '_')
  if (plain === text) return redacted(text)
  const changed = redacted(plain)
  // A text without a secret stays unchanged.
  return changed === plain ? redacted(text) : changed
}

/** Markdown has other ways to write the marks that credentials contain. */
const disguise = /(?<=\w)(?:\\([_-])|&#(?:95|x5f);|&lowbar;)(?=\w)/gi

function redacted(text: string): string {
  let kept = ''
  let from = 0
  let at = nextStart(text, 0)
  while (at < text.length) {
    const secret = secretAt(text, at)
    if (!secret) {
      at = nextStart(text, at + 1)
      continue
    }
    const start = Math.max(from, secret.start)
    // A name or an address that is kept can contain another secret: https://<token>:x@host
    const between = start > at ? redacted(text.slice(at, start)) : ''
    kept += text.slice(from, Math.min(at, start)) + between + marked(secret.name)
    from = secret.end
    at = nextStart(text, Math.max(secret.end, at + 1))
  }
  return from === 0 ? text : kept + text.slice(from)
}

interface Secret {
  readonly name: string
  readonly start: number
  readonly end: number
}

function secretAt(text: string, at: number): Secret | undefined {
  for (const {start, lowerCase, rules} of startsAt(text, at)) {
    if (lowerCase ? text.slice(at, at + start.length).toLowerCase() !== start : !text.startsWith(start, at))
      continue
    for (const rule of rules) {
      const secret = matched(rule, text, at, at + start.length)
      if (secret) return secret
    }
  }
  return undefined
}

function matched({rule, rest}: Compiled, text: string, at: number, restAt: number): Secret | undefined {
  rest.lastIndex = restAt
  const match = rest.exec(text)
  if (!match) return undefined
  const {v, w, s} = match.indices?.groups ?? {}
  const [start, end] = v ?? w ?? [s?.[0] ?? at, restAt + match[0].length]
  const candidate = {
    value: text.slice(start, end),
    name: match.groups?.['n'] ?? '',
    before: characterBefore(text, at),
  }
  return rule.isSecret?.(candidate) === false ? undefined : {name: rule.name, start, end}
}

interface Compiled {
  readonly rule: RedactionRule
  readonly rest: RegExp
}

/** The rules that share a start. */
interface Start {
  readonly start: string
  readonly lowerCase: boolean
  readonly rules: Compiled[]
}

const ascii = 128
const noStarts: readonly Start[] = []

/** Starts by their first two characters: no rule is tried for most of a text. */
const startsByPair: ReadonlyMap<number, readonly Start[]> = byPair([...tokenRules, ...namedSecretRules])
const isPair = new Uint8Array(ascii * ascii)
for (const pair of startsByPair.keys()) isPair[pair] = 1

function byPair(rules: readonly RedactionRule[]): ReadonlyMap<number, readonly Start[]> {
  const starts = new Map<string, Start>()
  const pairs = new Map<number, Start[]>()
  for (const rule of rules) {
    const compiled: Compiled = {rule, rest: new RegExp(rule.rest, 'dy')}
    const lowerCase = rule.ignoresCase ?? false
    for (const start of rule.starts) {
      const key = `${lowerCase} ${start}`
      const known = starts.get(key)
      if (known) {
        known.rules.push(compiled)
        continue
      }
      const added: Start = {start, lowerCase, rules: [compiled]}
      starts.set(key, added)
      for (const pair of pairsOf(added)) pairs.set(pair, [...(pairs.get(pair) ?? []), added])
    }
  }
  return pairs
}

/** The pairs of characters that a start can begin with; one of a single character begins with any other after it. */
function pairsOf({start, lowerCase}: Start): readonly number[] {
  const spellings = (at: number): readonly number[] => {
    if (at >= start.length) return Array.from({length: ascii}, (_, code) => code)
    const character = start.charAt(at)
    const all = lowerCase ? new Set([character, character.toUpperCase()]) : [character]
    return Array.from(all, (each) => each.charCodeAt(0))
  }
  return spellings(0).flatMap((first) => spellings(1).map((second) => first * ascii + second))
}

const pairAt = (text: string, at: number): number => text.charCodeAt(at) * ascii + text.charCodeAt(at + 1)

const startsAt = (text: string, at: number): readonly Start[] =>
  startsByPair.get(pairAt(text, at)) ?? noStarts

/** The next place where a rule is tried; the length of the text if there is none. */
function nextStart(text: string, from: number): number {
  let first = text.charCodeAt(from)
  for (let at = from; at + 1 < text.length; at += 1) {
    const second = text.charCodeAt(at + 1)
    if (first < ascii && second < ascii && isPair[first * ascii + second] === 1) return at
    first = second
  }
  return text.length
}
