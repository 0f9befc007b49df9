/**
 * HTML of our own server as elements. This is the only place where text becomes markup. What is parsed came from our
 * origin, where everything out of a transcript was escaped; a template runs nothing and loads nothing while it is
 * parsed, and the server's policy lets no inline script or handler run afterwards, whatever slipped in.
 */
export function parseFragment(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  // Elements of a template belong to a document without a window, where pictures and folds are dead.
  return document.importNode(template.content, true)
}
