const special = /[&<>"'`\0\u202a-\u202e\u2066-\u2069]/g

/**
 * Text as it may stand in HTML: between tags, and inside an attribute's quotes. What turns the direction of writing is
 * left out, because code that reads differently from what it does is an old trick.
 */
export function escapeHtml(text: string): string {
  special.lastIndex = 0
  if (!special.test(text)) return text
  let html = ''
  let from = 0
  for (let at = special.lastIndex - 1; at < text.length; at += 1) {
    const escaped = escapeOf(text.charCodeAt(at))
    if (escaped === undefined) continue
    html += text.slice(from, at) + escaped
    from = at + 1
  }
  return html + text.slice(from)
}

/** A switch, because this is asked for every character of a page. */
function escapeOf(code: number): string | undefined {
  switch (code) {
    case 0x26:
      return '&amp;'
    case 0x3c:
      return '&lt;'
    case 0x3e:
      return '&gt;'
    case 0x22:
      return '&quot;'
    case 0x27:
      return '&#39;'
    case 0x60:
      return '&#96;'
    // No page may hold it, and what a browser makes of it depends on where it stands.
    case 0:
      return '\ufffd'
  }
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ? '' : undefined
}
