import {noSgr, readControl, readSgr} from '../../page/index.ts'
import {anchor} from './anchor.ts'
import {ansiClasses} from './ansi-classes.ts'
import {linkReferences} from './git-links.ts'
import {type Html, html, joinHtml} from './html.ts'
import type {HtmlContext} from './html-context.ts'
import {safeUrl} from './safe-url.ts'
import {type Ink, type TerminalLine, terminalLine} from './terminal-line.ts'

/** Controls but the tab and the line end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** What everything before it on its line is overwritten by, or might be. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const goesBack = /[\r\b]|\u001b\[[01]?G/

/** Whatever ends a line somewhere. */
const lineEnds = /\r\n|[\v\f\u0085\u2028\u2029]/g

/** The state of a huge line that counts is its last one; what was overwritten is not worth the memory. */
const hugeLine = 200_000

const noInk: Ink = {sgr: noSgr, url: undefined}

/** What a program printed for a terminal, with its colours as classes and every other sequence left out. */
export const ansiHtml = (text: string, context: HtmlContext): Html => toHtml(text, context, true)

/** The same without colours and links: text that never was meant for a terminal. */
export const plainHtml = (text: string, context: HtmlContext): Html => toHtml(text, context, false)

function toHtml(text: string, context: HtmlContext, colors: boolean): Html {
  control.lastIndex = 0
  if (!control.test(text)) return linkReferences(text, context)
  const parts: Html[] = []
  let ink = noInk
  for (const [index, given] of text.replace(lineEnds, '\n').split('\n').entries()) {
    if (index > 0) parts.push(lineEnd)
    const line = withoutReturns(given)
    const canvas = terminalLine(goesBack.test(line))
    ink = writeLine(line, canvas, ink, colors)
    for (const run of canvas.runs()) parts.push(runHtml(run.text, run.ink, context))
  }
  return joinHtml(parts)
}

const lineEnd = html`\n`

function withoutReturns(line: string): string {
  let end = line.length
  while (end > 0 && line.charCodeAt(end - 1) === 0x0d) end -= 1
  const start = end > hugeLine ? line.lastIndexOf('\r', end - 1) + 1 : 0
  return line.slice(start, end)
}

function runHtml(text: string, {sgr, url}: Ink, context: HtmlContext): Html {
  const classes = ansiClasses(sgr)
  const inner = url === undefined ? linkReferences(text, context) : anchor(url, linkReferences(text, noLinks))
  return classes === '' ? inner : html`<span class="${classes}">${inner}</span>`
}

/** A link does not stand in a link. */
const noLinks = {gitLink: undefined, folder: undefined} as const

function writeLine(line: string, canvas: TerminalLine, before: Ink, colors: boolean): Ink {
  let ink = before
  let at = 0
  while (at < line.length) {
    control.lastIndex = at
    const next = control.test(line) ? control.lastIndex - 1 : line.length
    if (next > at) canvas.write(line.slice(at, next), ink)
    if (next === line.length) break
    at = next + 1
    const code = line.charCodeAt(next)
    if (code === 0x0d) canvas.home()
    else if (code === 0x08) canvas.back()
    else if (code === 0x1b || code >= 0x80) {
      const {end, final, parameters} = readControl(line, next)
      at = end
      if (final === 'K') canvas.erase(parameters === '2')
      else if (final === 'G' && Number(parameters) <= 1) canvas.home()
      else if (colors && final === 'm' && /^[\d;:]*$/.test(parameters))
        ink = {...ink, sgr: readSgr(parameters, ink.sgr)}
      else if (colors && final === '') ink = linkOf(line.slice(next, end), ink)
    }
  }
  return ink
}

/** The sequence that opens and closes links; where it leads must be an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const hyperlink = /^(?:\u001b\]|\u009d)8;[^;]*;(.*?)(?:\u0007|\u009c|\u001b\\)$/s

function linkOf(sequence: string, ink: Ink): Ink {
  const url = hyperlink.exec(sequence)?.[1]
  return url === undefined ? ink : {...ink, url: webUrl(url)}
}

const webUrl = (url: string): string | undefined => (/^https?:/i.test(url) ? safeUrl(url) : undefined)
