import {looksRandom} from './looks-random.ts'

/** One kind of credential. */
export interface RedactionRule {
  /** What stands in its place says this. */
  readonly name: string
  /** Matches the credential and, where that tells it, what stands before it; `(?<v>…)` is the part that is hidden. */
  readonly pattern: string
  /** Tells whether what was matched is one after all. */
  readonly isSecret?: (value: string, name: string) => boolean
}

/** A text in capitals, small letters or both. */
const anyCase = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** What people write where a secret would stand. */
const placeholder =
  /^(?:\[redacted|<|\$|%|\{\{|@|\*{3}|x{3,}$|\.{3}|…|-)|^(?:your|my|the|some|test|dummy|fake|example|changeme|change-me|password|passwd|secret|token|null|none|undefined|true|false|string|env|process|os)\b|[({[]|\bexample\b/i

const isGiven = (value: string): boolean => value.length >= 4 && !placeholder.test(value)

/** Names of which a value is always a secret. */
const secretName = /(?:passw(?:or)?d|passphrase|(?:^|_)pass|_pwd|secret|credentials?)$/i
/** Names of which a value mostly is one. */
const likelyName =
  /(?:token|api[_-]?key|(?:access|private|secret|auth|signing|encryption|service|account|master)[_-]?key)$/i

function isAssigned(value: string, name: string): boolean {
  if (!isGiven(value)) return false
  if (secretName.test(name)) return true
  if (likelyName.test(name)) return value.length >= 8 && !/^\d+$/.test(value)
  return /key$/i.test(name) && looksRandom(value)
}

/** Code is full of names that end like these; only a value that is written out and no word is a secret there. */
const isWrittenOut = (value: string, name: string): boolean =>
  isGiven(value) &&
  !/\s/.test(value) &&
  (secretName.test(name) ? /[^a-zA-Z_./-]/.test(value) && !/^\d+$/.test(value) : looksRandom(value))

const word = `(?:${['password', 'passwd', 'passphrase', 'secret', 'token', 'api[_-]?key', 'access[_-]?key', 'private[_-]?key', 'auth[_-]?key'].map(anyCase).join('|')})`

/**
 * Every kind of credential that is known by its looks, the narrowest first. All of them are one expression; quantifiers
 * are bounded, so that no text takes long.
 */
export const redactionRules: readonly RedactionRule[] = [
  {
    name: 'private key',
    pattern:
      '-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,8000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?:\\\\[nr]|[\\s"\',|]){0,50}(?:[A-Za-z0-9+/=]{16,200}(?:\\\\[nr]|[\\s"\',|]){0,50}){1,200})',
  },
  {name: 'AWS key', pattern: '\\b(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA|ANPA|ANVA)[A-Z0-9]{16}\\b'},
  {name: 'GitHub token', pattern: '\\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\\w{22,255})'},
  {
    name: 'GitLab token',
    pattern: '\\bgl(?:pat|ptt|dt|rt|cbt|oas|soat|ft|imt|agent|ffct)-[\\w-]{20,255}(?:\\.[\\w.-]{1,60})?',
  },
  {
    name: 'Slack token',
    pattern: '\\b(?:xox[abceoprs](?:\\.xox[bp])?-[\\w-]{10,255}|xapp-\\d-[\\w-]{10,255}|xwfp-[\\w-]{10,255})',
  },
  {
    name: 'Slack webhook',
    pattern: 'https://hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/[\\w/-]{10,200}',
  },
  {name: 'Anthropic key', pattern: '\\bsk-ant-[\\w-]{20,255}'},
  {
    name: 'OpenAI key',
    pattern: '\\bsk-(?:proj-|svcacct-|admin-|or-v1-)?(?<v>[\\w-]{20,255})',
    isSecret: (value) => looksRandom(value) && (!value.includes('-') || /[A-Z]/.test(value)),
  },
  {
    name: 'Google key',
    pattern: '\\b(?:AIza[\\w-]{35}|ya29\\.[\\w-]{20,255}|GOCSPX-[\\w-]{20,60}|1//0[\\w-]{30,120})',
  },
  {name: 'Stripe key', pattern: '\\b(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,247}|whsec_[A-Za-z0-9+/]{24,100})'},
  {name: 'npm token', pattern: '\\bnpm_[A-Za-z0-9]{36}\\b'},
  {name: 'PyPI token', pattern: '\\bpypi-[\\w-]{50,255}'},
  {name: 'Hugging Face token', pattern: '\\bhf_[A-Za-z]{34}\\b'},
  {name: 'SendGrid key', pattern: '\\bSG\\.[\\w-]{16,64}\\.[\\w-]{16,64}'},
  {
    name: 'access token',
    pattern:
      '\\b(?:do[opr]_v1_[a-f0-9]{64}|dckr_(?:pat|oat)_[\\w-]{20,60}|hv[sbr]\\.[\\w-]{24,200}|ATATT3[\\w=-]{50,255}|lin_api_\\w{32,60}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|sbp_[a-f0-9]{40}|gsk_[A-Za-z0-9]{40,60}|xai-\\w{60,100}|r8_\\w{37}|dapi[a-f0-9]{32}|AGE-SECRET-KEY-1[0-9A-Z]{58}|\\d{8,10}:AA[\\w-]{33})',
  },
  {name: 'JSON web token', pattern: '\\beyJ[\\w-]{8,4000}\\.eyJ[\\w-]{8,8000}(?:\\.[\\w-]{0,2000})?'},
  {
    name: 'password',
    pattern: '(?<=[a-zA-Z])://[^\\s/:@\'"<>`|]{0,100}:(?<v>[^\\s/@\'"<>`|]{1,200})(?=@)',
    isSecret: (value) => !placeholder.test(value),
  },
  {
    name: 'authorization',
    pattern: `(?:${anyCase('bearer')}\\s{1,5}|${anyCase('authorization')}["']?\\s{0,5}[:=]\\s{0,5}["']?(?:(?:${anyCase('basic')}|${anyCase('token')})\\s{1,5})?)(?<v>[A-Za-z0-9._~+/-]{16,2000}={0,2})`,
    isSecret: (value) => looksRandom(value),
  },
  {
    name: 'credential',
    // How it ends is looked at before its value is: texts can be full of names.
    pattern: `\\b(?<n>[A-Z][A-Z0-9_]{2,60})(?<=PASSWORD|PASSWD|PASSPHRASE|PASS|_PWD|SECRET|CREDENTIALS?|TOKEN|KEY)=(?:"(?<v>[^"\\n]{1,500})|'(?<w>[^'\\n]{1,500})|(?<u>[^\\s"'\`;&|]{1,500}))`,
    isSecret: (value, name) => !/^(?:OLD)?PWD$/.test(name) && isAssigned(value, name),
  },
  {
    name: 'credential',
    pattern: `--(?<n>(?:[a-z]{1,20}-){0,3}${word})(?:=|\\s{1,3})["']?(?<v>[^\\s"'\`]{1,500})`,
    isSecret: (value, name) => isWrittenOut(value, name),
  },
  {
    name: 'credential',
    pattern: `(?<n>${word})\\\\{0,3}["']?\\s{0,5}(?:=>|:=|[:=])\\s{0,5}\\\\{0,3}["'\`](?<v>[^"'\`\\n\\\\]{1,500})`,
    isSecret: isWrittenOut,
  },
  {
    name: 'credential',
    // The word is looked for first: to try every line and every name takes ten times as long.
    pattern: `(?<n>${word})(?<=(?:^|\\n)[ \\t-]{0,20}[\\w.-]{0,50})[ \\t]{0,5}[:=][ \\t]{0,5}(?<v>[^\\s"'\`,;]{6,200})(?=[ \\t]*(?:\\r?\\n|$))`,
    isSecret: (value, name) => isWrittenOut(value, name) && !/[()[\]{};<>]/.test(value),
  },
]

/** Tells whether the value of such a name is a secret, for values that stand apart from their names. */
export const isNamedSecret = (name: string, value: string): boolean =>
  (secretName.test(name) || likelyName.test(name)) && isWrittenOut(value, name)
