/** Whether the server rendered each `details` open. If the user has changed it since, it is left alone. */
const drawnOpen = new WeakMap<Element, boolean>()

/** Attributes that only the script sets. */
const ours: ReadonlySet<string> = new Set(['aria-current', 'data-level', 'open', 'title'])

/** Remembers which `details` of new elements are open. */
export function rememberOpen(root: ParentNode): void {
  for (const fold of root.querySelectorAll('details')) drawnOpen.set(fold, fold.open)
}

/**
 * Makes an element equal to another and leaves equal parts untouched, so that selection, focus, scroll position, open
 * `details` and highlighted code stay. Elements with the same id or session are the same element, wherever they are.
 */
export function morph(old: Element, next: Element): void {
  const pool = new Map<string, Element>()
  for (const element of [old, ...old.querySelectorAll('[id], [data-session]')]) {
    const name = nameOf(element)
    if (name !== '') pool.set(name, element)
  }
  morphElement(old, next, pool)
}

/** Makes the children of an element equal to those of a fragment. */
export function morphChildren(old: Element, next: ParentNode): void {
  const shell = document.createElement(old.localName)
  shell.append(...next.childNodes)
  for (const {name, value} of old.attributes) shell.setAttribute(name, value)
  morph(old, shell)
}

type Pool = ReadonlyMap<string, Element>

const nameOf = (element: Element): string => element.id || element.getAttribute('data-session') || ''

function morphElement(old: Element, next: Element, pool: Pool): void {
  morphAttributes(old, next)
  if (old instanceof HTMLDetailsElement && next instanceof HTMLDetailsElement) {
    // The server can open it only if the user has not changed it.
    if (old.open === drawnOpen.get(old) && old.open !== next.open) old.open = next.open
    drawnOpen.set(old, next.open)
  }
  // Highlighted code has other elements but the same text.
  if (old.localName === 'code' && old.textContent === next.textContent) return
  if (old.localName === 'code' && old.childElementCount > next.childElementCount) {
    old.replaceChildren(...next.childNodes)
    return
  }
  morphNodes(old, next, pool)
}

function morphAttributes(old: Element, next: Element): void {
  for (const {name} of [...old.attributes])
    if (!next.hasAttribute(name) && !ours.has(name)) old.removeAttribute(name)
  for (const {name, value} of next.attributes)
    if (name !== 'open' && old.getAttribute(name) !== value) old.setAttribute(name, value)
}

function morphNodes(old: Element, next: Element, pool: Pool): void {
  const wanted = [...next.childNodes].map((node) => chosenFor(node, old, pool))
  const taken = new Set<Node>()
  const unnamed = [...old.childNodes].filter((node) => !(node instanceof Element && nameOf(node) !== ''))
  const placed = wanted.map(({node, same}) => {
    const match = same ?? unnamed.find((other) => !taken.has(other) && isLike(other, node))
    if (!match) return adopt(node, pool)
    taken.add(match)
    if (match instanceof Element && node instanceof Element) morphElement(match, node, pool)
    else if (match.nodeValue !== node.nodeValue) match.nodeValue = node.nodeValue
    return match
  })
  const kept = new Set(placed)
  for (const node of [...old.childNodes]) if (!kept.has(node)) node.remove()
  let at = old.firstChild
  for (const node of placed) {
    if (node === at) at = at.nextSibling
    else old.insertBefore(node, at)
  }
}

/** The existing element with the same name, if it can be reused. */
function chosenFor(
  node: ChildNode,
  parent: Element,
  pool: Pool,
): {node: ChildNode; same: Element | undefined} {
  const name = node instanceof Element ? nameOf(node) : ''
  const known = name === '' ? undefined : pool.get(name)
  const fits =
    known && node instanceof Element && known.localName === node.localName && !known.contains(parent)
  return {node, same: fits ? known : undefined}
}

const isLike = (a: Node, b: Node): boolean =>
  a instanceof Element && b instanceof Element
    ? a.localName === b.localName && a.classList.item(0) === b.classList.item(0)
    : a.nodeType === b.nodeType

/** A new element, in which existing elements are reused. */
function adopt(node: ChildNode, pool: Pool): ChildNode {
  if (!(node instanceof Element)) return node
  rememberOpen(node)
  if (node instanceof HTMLDetailsElement) drawnOpen.set(node, node.open)
  for (const inner of node.querySelectorAll('[id], [data-session]')) {
    const known = pool.get(nameOf(inner))
    if (!known || known.localName !== inner.localName || !node.contains(inner)) continue
    inner.replaceWith(known)
    morphElement(known, inner, pool)
  }
  return node
}

/**
 * Parses HTML of our own server. This is the only place where text becomes markup. It comes from our origin, where all
 * text of transcripts is escaped; a template runs and loads nothing while it is parsed, and the server's policy blocks
 * inline scripts and handlers afterwards.
 */
export function parseFragment(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  // Elements of a template belong to a document without a window, where images and `details` do not work.
  return document.importNode(template.content, true)
}
