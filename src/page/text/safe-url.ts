/** The only schemes that outputs link to; all others may run something. */
const allowed = /^(?:https?:\/\/|mailto:)[^\s]/i

const scheme = /^[a-z][a-z0-9+.-]*:/i

/** Browsers remove some of these, so `java\nscript:` is a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be in an address
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

const maxLength = 8192

/**
 * An address that can be linked, not yet encoded; undefined if it is none, or might run something. Addresses without a
 * scheme and a host are only accepted if `relative` says so.
 */
export function safeUrl(url: string, relative: 'relative' | undefined = undefined): string | undefined {
  const wanted = url.trim()
  if (wanted === '' || wanted.length > maxLength || invisible.test(wanted)) return undefined
  if (allowed.test(wanted)) return wanted
  // To browsers a backslash is a slash, and two of them start a host.
  return relative === undefined || scheme.test(wanted) || /^[/\\]{2}/.test(wanted) ? undefined : wanted
}
