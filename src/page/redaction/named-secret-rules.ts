import {looksRandom, type RedactionCandidate, type RedactionRule} from './redaction-rule.ts'

/** A text in capitals, small letters or both. */
const anyCase = (text: string): string =>
  text.replace(/(?<!\\)[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** Placeholders for secrets. */
const placeholder =
  /^(?:\[redacted|<|\$|%|\{\{|@|\*{3}|x{3,}$|\.{3}|…|-)|^(?:your|my|the|some|test|dummy|fake|example|changeme|change-me|password|passwd|secret|token|null|none|undefined|true|false|string|env|process|os)\b|[({[]|\bexample\b|x{8}/i

const isGiven = (value: string): boolean => value.length >= 4 && !placeholder.test(value)

/** Names whose value is always a secret. */
const secretName = /(?:passw(?:or)?d|passphrase|(?:^|_)pass|pwd|secret|credentials?)$/i
/** Names whose value mostly is one. */
const likelyName =
  /(?:token|api[_-]?key|(?:access|private|secret|auth|signing|encryption|service|account|master|app|application|storage|client)[_-]?key(?:[_-]data)?|private[_-]key[_-]id)$/i

/** Decides about the value of a variable in capitals: only settings are written like that. */
function isSetting({value, name}: RedactionCandidate): boolean {
  if (!isGiven(value) || isFolder(value, name)) return false
  if (secretName.test(name)) return true
  if (likelyName.test(name)) return value.length >= 8 && !/^\d+$/.test(value) && !isFile(value)
  return /(?:key|auth)$/i.test(name) && looksRandom(value)
}

/** Code has many names that end like these; there only a literal value that is not a word is a secret. */
const isWrittenOut = ({value, name}: Pick<RedactionCandidate, 'value' | 'name'>): boolean =>
  isGiven(value) &&
  !/\s/.test(value) &&
  !isFolder(value, name) &&
  (secretName.test(name) ? /[^a-zA-Z_./-]/.test(value) && !/^[\d.]+$/.test(value) : looksRandom(value))

/** A key is often named by the file that contains it. */
const isFile = (value: string): boolean => /^(?:~|\.{0,2})\/.{0,300}\.[a-z]{2,5}$/.test(value)

/** `PWD` is the working folder, and a password elsewhere. */
const isFolder = (value: string, name: string): boolean =>
  /pwd$/i.test(name) && /^(?:[/~.\\]|[A-Za-z]:)/.test(value)

/** The ends of names. The complete name decides how the value is judged. */
const words = ['password', 'passwd', 'passphrase', 'pwd', 'secret', 'token', '_auth']
const keys = 'api access private secret auth signing encryption storage account app client'.split(' ')
/** The rest of a name and the name itself, for what `keys` begin. */
const name = '(?<=(?<n>[\\w-]{1,60}))'
const keyName = `[_-]?[kK][eE][yY](?:[_-](?:${anyCase('data')}|${anyCase('id')}))?${name}`

const capitals = 'PASSWORD PASSWD PASSPHRASE PASS PWD SECRET CREDENTIAL CREDENTIALS TOKEN KEY AUTH'.split(' ')
const variable = '(?<=(?<n>[A-Z0-9_]{1,60}))'

/** A colour that a program put before a value. */
const colour = '(?:\\x1b\\[[\\d;]{0,20}m)?'
/** An opening quote, also one that was escaped, once or more often. */
const quote = `\\\\{0,7}["'\`]`
/** A quoted value. It ends at its own quote or an escape: in JSON inside JSON both have a backslash before them. */
const quoted = (max: number): string =>
  `\\\\{0,7}(?<q>["'\`])(?<v>(?:(?!\\k<q>)[^\\n\\\\\\x1b]|\\\\(?![nrtbfu"'\`\\\\])){1,${max}})`
/** A value without quotes. */
const bare = (min: number, max: number): string =>
  `(?:[^\\s"'\`;&|,<>\\\\\\x1b]|\\\\(?![nrtbfu"'\`\\\\])){${min},${max}}`
/** The same in the middle of a line, which in code could be a call or a type. */
const inline = (min: number, max: number): string =>
  `[^\\s"'\`;&|,<>()[\\]{}\\\\\\x1b]{${min},${max}}(?![\\w([{])`
/** Spaces and line ends, also those that were escaped. */
const space = '(?:\\s|\\\\[nrt])'
const lineStart = '(?:^|\\n|\\\\n)'
const lineEnd = '(?=[ \\t]{0,20}(?:\\r?\\n|\\\\r|\\\\n|\\x1b|$))'

interface Form {
  /** The text between the name and the value, the value in `(?<v>…)`, and the text that must follow. */
  readonly rest: string
  readonly isSecret: (candidate: RedactionCandidate) => boolean
}

/** The forms of an assignment to a variable in capitals. */
const settings: readonly Form[] = [
  {rest: `=${colour}(?:${quoted(500)}|(?<w>${bare(1, 500)}))`, isSecret: isSetting},
  // setx API_KEY value, set -x API_KEY value
  {
    rest: `(?<=(?:setx|set -\\w{1,3}) {1,3}[A-Z0-9_]{1,60}) {1,3}(?:${quote})?(?<v>${bare(4, 500)})`,
    isSecret: isSetting,
  },
  // SetEnvironmentVariable("API_KEY", "value")
  {
    rest: `(?<=(?:etEnvironmentVariable|etenv|utenv)\\(\\\\{0,7}["'][A-Z0-9_]{1,60})${quote}\\s{0,3},\\s{0,3}${quoted(500)}`,
    isSecret: isSetting,
  },
  // The variables of containers: {"name": "DB_PASSWORD", "value": "…"}, and the same in YAML.
  {
    rest: `(?:${quote})?${space}{0,5},?${space}{0,30}(?:${quote})?value(?:${quote})?:\\s{0,5}(?:${quote})?(?<v>${bare(4, 500)})`,
    isSecret: (candidate) => candidate.name !== 'PASS' && isSetting(candidate),
  },
]

/** Without quotes it can be an expression as well: `token:e.tokens.length-1`. */
const isWrittenOutInline = (candidate: RedactionCandidate): boolean =>
  isWrittenOut(candidate) && !/^[a-zA-Z_$][\w$]{0,30}\.[a-zA-Z]/.test(candidate.value)

/** The forms of an assignment to any other name. */
const assignments: readonly Form[] = [
  // --password=…, --token …
  {rest: `(?<=--[\\w-]{1,60})(?:=|\\s{1,3})(?:${quote})?(?<v>${bare(1, 500)})`, isSecret: isWrittenOut},
  {
    rest: `\\\\{0,7}["']?\\]?\\s{0,5}(?:=>|:=|[:=])\\s{0,5}${colour}${quoted(500)}`,
    isSecret: isWrittenOut,
  },
  // A separate line.
  {
    rest: `(?<=${lineStart}[ \\t-]{0,20}[\\w.-]{1,60})[ \\t]{0,5}[:=][ \\t]{0,5}${colour}(?<v>${bare(6, 200)})${lineEnd}`,
    isSecret: (candidate) => isWrittenOut(candidate) && !/[()[\]{};<>]/.test(candidate.value),
  },
  // In an address, a form or a connection string.
  {rest: `=${colour}(?<v>${inline(4, 500)})`, isSecret: isWrittenOutInline},
  // A header.
  {
    rest: `:[ \\t]{0,5}${colour}(?<v>${inline(16, 500)})`,
    isSecret: (candidate) => isWrittenOutInline(candidate) && looksRandom(candidate.value),
  },
  {rest: '>(?<v>[^<\\s]{4,500})</', isSecret: ({value}) => isGiven(value)},
]

const assigned = ({rest, isSecret}: Form): readonly RedactionRule[] => [
  {name: 'credential', starts: words, ignoresCase: true, rest: name + rest, isSecret},
  {name: 'credential', starts: keys, ignoresCase: true, rest: keyName + rest, isSecret},
]

const isNoPlaceholder = ({value}: RedactionCandidate): boolean => !placeholder.test(value)
const isGivenValue = ({value}: RedactionCandidate): boolean => isGiven(value)
const isRandom = ({value}: RedactionCandidate): boolean => looksRandom(value.slice(0, 64))

type Row = readonly [
  name: string,
  start: string,
  rest: string,
  isSecret: (candidate: RedactionCandidate) => boolean,
]

const authorization = ['basic', 'token', 'apikey'].map(anyCase).join('|')

/** Headers, whose names may be written in capitals, small letters or both. */
const headers: readonly Row[] = [
  ['authorization', 'bearer', '\\s{1,5}(?<v>[A-Za-z0-9._~+/-]{16,2000}={0,2})', isRandom],
  [
    'authorization',
    'authorization',
    `\\\\{0,7}["']?\\s{0,5}[:=]\\s{0,5}${colour}\\\\{0,7}["']?(?:(?:${authorization})\\s{1,5})?(?<v>[A-Za-z0-9._~+/-]{16,2000}={0,2})`,
    isRandom,
  ],
  [
    'cookie',
    'cookie',
    `(?::|\\\\{0,7}["']\\s{0,5}:\\s{0,5}${quote})\\s{0,5}(?<v>[^"'\`\\r\\n\\\\]{8,2000})`,
    ({value}) =>
      value
        .slice(0, 500)
        .split(/[;,]/)
        .some((pair) => looksRandom(pair.slice(pair.indexOf('=') + 1).trim())),
  ],
]

/** Passwords in the syntax of a protocol or a program. */
const placed: readonly Row[] = [
  [
    'password',
    '://',
    `(?<=[a-zA-Z]://)[^\\s/:@'"<>\`|\\\\]{0,100}:(?<v>[^\\s/'"<>\`|\\\\]{1,200})(?=@)`,
    isNoPlaceholder,
  ],
  // A token instead of the user, and the key of a Sentry address.
  ['password', '://', '(?<=[a-zA-Z]://)(?<v>[\\w-]{16,200})(?=@)', ({value}) => looksRandom(value)],
  // .netrc
  [
    'credential',
    'password',
    `(?<=login${space}{1,5}[^\\s\\\\]{1,100}${space}{1,20}password)${space}{1,5}(?<v>${bare(1, 200)})`,
    isGivenValue,
  ],
  ...['-u', '--user'].map(
    (option): Row => [
      'password',
      option,
      `(?<=curl[^\\n]{1,300})[ =]{0,3}(?:${quote})?[^\\s:"'\`]{1,100}:(?<v>${bare(1, 200)})`,
      isNoPlaceholder,
    ],
  ),
  [
    'password',
    ' -p',
    `(?:(?<=(?:mysql|mariadb)[^\\n]{0,200})|(?<=(?:sshpass|docker login)[^\\n]{0,200}) )(?:${quote})?(?<v>${bare(4, 200)})`,
    isGivenValue,
  ],
  ['password', ' -a ', `(?<=redis-cli[^\\n]{0,200})(?:${quote})?(?<v>${bare(4, 200)})`, isGivenValue],
  ['password', 'ConvertTo-SecureString', `(?: -String)? {1,3}${quoted(200)}`, isGivenValue],
  // The configuration of Docker has the user and the password in base64.
  [
    'password',
    '"auth',
    `${quote}\\s{0,3}:\\s{0,3}${quote}(?<v>[A-Za-z0-9+/]{8,400}={0,2})`,
    ({value}) => isPairInBase64(value),
  ],
]

const toRule =
  (ignoresCase: boolean) =>
  ([name, start, rest, isSecret]: Row): RedactionRule => ({
    name,
    starts: [start],
    ignoresCase,
    rest,
    isSecret,
  })

function isPairInBase64(value: string): boolean {
  const bare = value.replace(/=+$/, '')
  return bare.length % 4 !== 1 && /^[^\p{Cc}:]+:\P{Cc}+$/u.test(atob(bare))
}

/**
 * Secrets that are known by their name or their place. Rules start at the end of a name: trying every name takes ten
 * times as long.
 */
export const namedSecretRules: readonly RedactionRule[] = [
  ...placed.map(toRule(false)),
  ...headers.map(toRule(true)),
  ...settings.map(({rest, isSecret}) => ({
    name: 'credential',
    starts: capitals,
    rest: variable + rest,
    isSecret,
  })),
  ...assignments.flatMap(assigned),
]

/** Whether the value of such a name is a secret, for values that are apart from their names. */
export const isNamedSecret = (name: string, value: string): boolean =>
  (secretName.test(name) || likelyName.test(name)) && isWrittenOut({value, name})
