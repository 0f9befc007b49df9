import {lastStateOfLine, noSgr, readControlSequence, readSgr, type Sgr} from '../../../page/index.ts'
import {type Html, html, joinHtml} from '../html.ts'
import type {HtmlContext} from '../html-options.ts'
import {ansiClasses} from './ansi-classes.ts'
import {linkGitReferences, linkHtml, safeHtmlUrl} from './links.ts'

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
  if (!control.test(text)) return linkGitReferences(text, context)
  const parts: Html[] = []
  let ink = noInk
  for (const [index, given] of text.replace(lineEnds, '\n').split('\n').entries()) {
    if (index > 0) parts.push(lineEnd)
    const line = lastStateOfLine(given, hugeLine)
    const canvas = terminalLine(goesBack.test(line))
    ink = writeLine(line, canvas, ink, colors)
    for (const run of canvas.runs()) parts.push(runHtml(run.text, run.ink, context))
  }
  return joinHtml(parts)
}

const lineEnd = html`\n`

function runHtml(text: string, {sgr, url}: Ink, context: HtmlContext): Html {
  const classes = ansiClasses(sgr)
  const inner =
    url === undefined ? linkGitReferences(text, context) : linkHtml(url, linkGitReferences(text, noLinks))
  return classes === '' ? inner : html`<span class="${classes}">${inner}</span>`
}

/** Links are not nested. */
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
      const {end, final, parameters} = readControlSequence(line, next)
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

/** The sequence that opens and closes links; the target must be an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const hyperlink = /^(?:\u001b\]|\u009d)8;[^;]*;(.*?)(?:\u0007|\u009c|\u001b\\)$/s

function linkOf(sequence: string, ink: Ink): Ink {
  const url = hyperlink.exec(sequence)?.[1]
  return url === undefined ? ink : {...ink, url: webUrl(url)}
}

const webUrl = (url: string): string | undefined => (/^https?:/i.test(url) ? safeHtmlUrl(url) : undefined)

/** The style and the link of a run of text. */
interface Ink {
  readonly sgr: Sgr
  readonly url: string | undefined
}

/** A line as a terminal has it when a program is done with it. */
interface TerminalLine {
  readonly write: (text: string, ink: Ink) => void
  /** Puts the cursor back by one, or to the start. */
  readonly back: () => void
  readonly home: () => void
  /** Erases from the cursor to the end of the line, or everything. */
  readonly erase: (all: boolean) => void
  readonly runs: () => readonly Run[]
}

/** Text of one look. */
interface Run {
  readonly text: string
  readonly ink: Ink
}

/** An empty line. Only a line that overwrites itself, as progress bars do, is kept character by character. */
const terminalLine = (goesBack: boolean): TerminalLine => (goesBack ? overwritten() : appended())

function appended(): TerminalLine {
  const runs: Run[] = []
  return {
    write: (text, ink) => runs.push({text, ink}),
    back: () => {},
    home: () => {},
    erase: () => {},
    runs: () => runs,
  }
}

const joinsToPrevious = /^(?:\p{M}|\u200d|\ufe0e|\ufe0f)$/u

function overwritten(): TerminalLine {
  const cells: Run[] = []
  let cursor = 0

  const put = (text: string, ink: Ink): void => {
    const previous = cells[cursor - 1]
    if (previous && joinsToPrevious.test(text)) cells[cursor - 1] = {...previous, text: previous.text + text}
    else {
      cells[cursor] = {text, ink}
      cursor += 1
    }
  }

  return {
    write: (text, ink) => {
      for (const character of text) put(character, ink)
    },
    back: () => {
      cursor = Math.max(0, cursor - 1)
    },
    home: () => {
      cursor = 0
    },
    erase: (all) => {
      if (all) cursor = 0
      cells.length = Math.min(cells.length, cursor)
    },
    runs: () => joined(cells),
  }
}

function joined(cells: readonly Run[]): readonly Run[] {
  const runs: Run[] = []
  let text = ''
  for (const [index, cell] of cells.entries()) {
    text += cell.text
    if (cells[index + 1]?.ink === cell.ink) continue
    runs.push({text, ink: cell.ink})
    text = ''
  }
  return runs
}
