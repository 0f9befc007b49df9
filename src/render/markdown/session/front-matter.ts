import type {SessionPage} from '../../../page/index.ts'
import {formatZonedTime, sanitizeLine} from '../../../page/index.ts'

type Value = string | number | readonly string[] | undefined

/**
 * The facts of a session as YAML. Every text is a JSON string, which YAML reads as it is and which ends nowhere else. A
 * reader of Markdown that knows no front matter takes all of it for prose, so it contains no HTML and no marks either.
 */
export function renderFrontMatter(session: SessionPage, title: string, zone: string): string {
  const {sessionId, cwd, gitBranch, models, clientVersion, startedAt, endedAt, summary, cost} = session
  const facts: readonly (readonly [string, Value])[] = [
    ['title', title],
    ['session', sessionId],
    ['date', date(startedAt, zone)],
    ['ended', date(endedAt, zone)],
    ['project', cwd],
    ['branch', gitBranch],
    ['models', models],
    ['client', clientVersion],
    ['turns', summary.turns],
    ['tools', summary.toolCalls],
    ['failed_tools', summary.failedToolCalls],
    ['tokens', summary.tokens],
    ['cost_usd', cost === undefined ? undefined : Number(cost.usd.toFixed(6))],
    ['tags', ['claude-code', ...tagOf(cwd)]],
  ]
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${written(name, value)}`],
  )
  return ['---', ...lines, '---'].join('\n')
}

function written(name: string, value: Exclude<Value, undefined>): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'string') return name === 'date' || name === 'ended' ? value : quoted(value)
  return `[${value.map(quoted).join(', ')}]`
}

/** What means something in HTML or Markdown: tags, entities, code, emphasis, links, cells, mentions, references. */
const marks = /[<>&`*[\]~|@#$]|%(?=%)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** YAML reads an escape as the character that it encodes; HTML and Markdown do not know it. */
const quoted = (text: string): string =>
  JSON.stringify(sanitizeLine(text)).replace(
    marks,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** As programs for notes take it for a date. */
const date = (instant: number | undefined, zone: string): string | undefined => {
  const moment = formatZonedTime(instant, zone)?.replace(' ', 'T')
  return moment !== undefined && /^\d{4}-[\d-]+T[\d:]+$/.test(moment) ? moment : undefined
}

/** A tag has letters, digits and strokes, and not digits alone. */
function tagOf(folder: string | undefined): readonly string[] {
  const name = folder?.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const tag = sanitizeLine(name.slice(0, 100))
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return /\p{L}/u.test(tag) ? [tag] : []
}
