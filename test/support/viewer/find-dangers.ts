const tag = /<(?:!--|\/?([a-zA-Z][^\s/>]*)((?:\s+[^\s=/>]+(?:="[^"]*")?)*)\s*\/?>|!doctype html>)/g

const allowed: ReadonlySet<string> = new Set(
  (
    'a aside article b bdi blockquote body br button caption code dd del details div dl dt em fieldset figcaption figure ' +
    'footer form g kbd h1 h2 h3 h4 h5 h6 head header hr html img input ins label legend li link main mark meta nav ol option ' +
    'output p path pre rect s script search section select small span strong summary svg table tbody td text tfoot th ' +
    'thead time title tr ul'
  ).split(' '),
)

const loads: ReadonlySet<string> = new Set([
  'src',
  'href',
  'action',
  'formaction',
  'srcset',
  'poster',
  'data',
  'xlink:href',
])

/** What of a page could run or load something that is not the viewer's own. */
export function findHtmlDangers(html: string): readonly string[] {
  const dangers: string[] = []
  let end = 0
  for (const match of html.matchAll(tag)) {
    // Whatever looks like a tag between tags was not escaped.
    const between = html.slice(end, match.index)
    if (/<[a-zA-Z/!?]/.test(between)) dangers.push(`between tags: ${between.slice(0, 80)}`)
    end = match.index + match[0].length
    const [whole, name = '', attributes = ''] = match
    if (name === '') continue
    if (!allowed.has(name.toLowerCase())) dangers.push(`element ${name}`)
    if (name === 'script' && !whole.startsWith('</') && !/ src="\/assets\/[\w.-]+"/.test(attributes))
      dangers.push(`script ${attributes.slice(0, 80)}`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/\s([^\s=/>]+)(?:="([^"]*)")?/g)) {
      if (/^on/i.test(attribute) || attribute === 'style' || attribute === 'srcdoc')
        dangers.push(`${name} ${attribute}`)
      if (!loads.has(attribute) || name === 'a') continue
      if (!/^(?:\/[^/\\]|\/$|#|data:image\/)/.test(value))
        dangers.push(`${name} ${attribute}=${value.slice(0, 60)}`)
    }
    const href = name === 'a' ? (/\shref="([^"]*)"/.exec(attributes)?.[1] ?? '#') : '#'
    if (!/^(?:\/|#|https?:\/\/|mailto:|\?)/.test(href)) dangers.push(`a href=${href.slice(0, 60)}`)
  }
  if (/<[a-zA-Z/!?]/.test(html.slice(end))) dangers.push(`at the end: ${html.slice(end, end + 80)}`)
  return dangers
}
