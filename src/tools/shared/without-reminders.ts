const opening = '<system-reminder>'
const closing = '</system-reminder>'

/** A text without what the client told the model between its lines. */
export function withoutReminders(text: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const start = text.indexOf(opening, at)
    const end = start < 0 ? -1 : text.indexOf(closing, start)
    if (end < 0) return kept + text.slice(at)
    kept += text.slice(at, start)
    at = end + closing.length
  }
}
