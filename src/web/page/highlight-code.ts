import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

/** Longer code stays plain. */
const maxLength = 200_000
/** Code is highlighted in chunks of this many characters, each when the browser is idle. */
const chunkLength = 12_000

/**
 * Highlights code when it becomes visible, chunk by chunk. Long code is cut at line ends, so a comment across a cut loses
 * its colour. Returns a function that observes more elements.
 */
export function startHighlighting(changed: () => void): (root: ParentNode) => void {
  const waiting: (() => void)[] = []
  let busy = false
  const work = (): void => {
    const next = waiting.shift()
    busy = waiting.length > 0
    // Scheduled first, because `next` may throw.
    if (busy) whenIdle(work)
    next?.()
    if (!busy) changed()
  }
  const observer = new IntersectionObserver(
    (changes) => {
      for (const {target, isIntersecting} of changes) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        waiting.push(...jobsFor(target))
      }
      if (busy || waiting.length === 0) return
      busy = true
      whenIdle(work)
    },
    {rootMargin: '300px'},
  )
  return (root) => {
    for (const code of root.querySelectorAll('code[class*="language-"]')) observer.observe(code)
  }
}

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, {timeout: 500})
  else setTimeout(work, 30)
}

function jobsFor(code: Element): readonly (() => void)[] {
  const name = /\blanguage-([\w+#.-]+)/.exec(code.className)?.[1] ?? ''
  const text = code.textContent ?? ''
  if (!codeHighlighter.getLanguage(name) || text.length > maxLength || code.childElementCount > 0) return []
  const pieces = splitChunks(text)
  const parts = pieces.map((part) => document.createTextNode(part))
  if (parts.length > 1) code.replaceChildren(...parts)
  return pieces.map((part, index) => () => {
    const {value} = codeHighlighter.highlight(part, {language: name, ignoreIllegals: true})
    const old = parts.length > 1 ? parts[index] : code.firstChild
    old?.replaceWith(parseHighlighted(value))
  })
}

function splitChunks(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  while (start < text.length) {
    const cut = text.indexOf('\n', start + chunkLength)
    const end = cut < 0 ? text.length : cut + 1
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

const tags = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);/g
const characters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#x27', "'"],
])

/** Turns the highlighter's HTML into elements. It contains only spans and five escapes; nothing else is accepted. */
export function parseHighlighted(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  const open: ParentNode[] = [fragment]
  let text = ''
  let at = 0
  const flush = (): void => {
    if (text !== '') open.at(-1)?.append(text)
    text = ''
  }
  for (const match of html.matchAll(tags)) {
    const [tag, className, entity] = match
    text += html.slice(at, match.index)
    at = match.index + tag.length
    if (entity !== undefined) {
      text += characters.get(entity) ?? ''
      continue
    }
    flush()
    if (className === undefined) open.pop()
    else {
      const span = document.createElement('span')
      span.className = className
      open.at(-1)?.append(span)
      open.push(span)
    }
  }
  text += html.slice(at)
  flush()
  return fragment
}

const known = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}

for (const [name, language] of Object.entries(known)) core.registerLanguage(name, language)
core.registerAliases(['shell', 'console'], {languageName: 'bash'})
// Similar languages share a definition, because each page contains all of this.
core.registerAliases(['c', 'h'], {languageName: 'cpp'})
core.registerAliases(['javascript', 'js', 'jsx', 'mjs', 'cjs'], {languageName: 'typescript'})
core.registerAliases(['scss', 'less'], {languageName: 'css'})

/** The highlighter with the most common languages. */
export const codeHighlighter = core
