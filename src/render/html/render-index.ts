import type {ProjectCard} from '../../page/index.ts'
import {formatCount, formatNoun, formatTokens, plainLine} from '../../page/index.ts'
import {costOfAll, markedCost} from './cost-words.ts'
import {documentOf} from './document.ts'
import {escapeHtml} from './escape.ts'
import {encodeAttribute} from './frame.ts'
import type {HtmlOptions} from './html-options.ts'
import {icons} from './icons.ts'
import {timeRange} from './time-tag.ts'

type Card = ProjectCard['sessions'][number]

/** The way in: every session as a card, by project, newest first. */
export function renderIndex(projects: readonly ProjectCard[], options: HtmlOptions): string {
  const sorted = projects
    .map((project) => ({...project, sessions: [...project.sessions].sort((a, b) => newest(b) - newest(a))}))
    .sort((a, b) => newest(b.sessions[0]) - newest(a.sessions[0]))
  const cards = sorted.flatMap(({sessions}) => sessions)
  const body =
    `<a class="skip" href="#conversation">Skip to the sessions</a><header class="bar"><p class="bar-title">recount</p>` +
    `<search class="find needs-script"><label class="unseen" for="filter">Filter the sessions</label><input id="filter" type="search" placeholder="Filter: words, project, model" autocomplete="off" spellcheck="false"><output class="hits" for="filter"></output></search>` +
    `<button type="button" class="icon needs-script" data-do="theme" aria-label="Light or dark" title="Light or dark (t)">${icons.theme}</button></header>` +
    `<main id="conversation" class="index" tabindex="-1"><header class="project_header"><h1>Sessions</h1><p class="place">${sumsOf(cards, sorted.length)}</p></header>` +
    `${sorted.map((project) => projectSection(project, options)).join('') || empty}</main>`
  return documentOf('Sessions', [body], options).join('')
}

const empty = '<p class="empty">There are no sessions here yet. Run Claude Code, then export again.</p>'

const newest = (card: Card | undefined): number =>
  card?.endedAt ?? card?.startedAt ?? Number.NEGATIVE_INFINITY

function sumsOf(cards: readonly Card[], projects?: number): string {
  const tokens = cards.reduce((sum, card) => sum + (card.tokens ?? 0), 0)
  return [
    formatNoun(cards.length, 'session'),
    projects === undefined ? '' : formatNoun(projects, 'project'),
    tokens > 0 ? `<span title="${formatCount(tokens)}">${formatTokens(tokens)} tokens</span>` : '',
    costOfAll(cards),
  ]
    .filter(Boolean)
    .map((fact) => `<span>${fact}</span>`)
    .join(' ')
}

function projectSection({name, href, sessions}: ProjectCard, options: HtmlOptions): string {
  const heading =
    href === undefined ? escapeHtml(name) : `<a href="${encodeAttribute(href)}">${escapeHtml(name)}</a>`
  return (
    `<section class="project"><header><h2>${heading}</h2><p class="place">${sumsOf(sessions)}</p></header>` +
    `<ul class="cards">${sessions.map((card) => cardItem(card, options)).join('')}</ul></section>`
  )
}

function cardItem(card: Card, options: HtmlOptions): string {
  const {title, firstPrompt, id} = card
  const name = plainLine(title ?? firstPrompt ?? `Session ${id.slice(0, 8)}`, 120)
  const asked =
    title === undefined || firstPrompt === undefined || plainLine(firstPrompt, 120) === name
      ? ''
      : `<p class="first">${escapeHtml(plainLine(firstPrompt, 220))}</p>`
  return (
    `<li class="card"><h3><a href="${encodeAttribute(card.href)}">${escapeHtml(name)}</a>${card.archived ? ' <span class="badge" title="Only the archive still has it">archived</span>' : ''}</h3>${asked}` +
    `<p class="about">${aboutOf(card, options)}</p><p class="sums">${sumOf(card)}</p></li>`
  )
}

const sumOf = ({tokens, cost}: Card): string =>
  (cost === undefined ? '' : markedCost(cost)) +
  (tokens === undefined
    ? ''
    : ` <small title="${formatCount(tokens)} tokens">${formatTokens(tokens)} tokens</small>`)

function aboutOf(card: Card, {zone, timestamps}: HtmlOptions): string {
  const {startedAt, endedAt, gitBranch, models, turns, tools, errors, agents} = card
  const when = timestamps ? timeRange(startedAt, endedAt, zone) : ''
  return [
    when === '' ? '' : `<span class="when">${when}</span>`,
    ...models.map((model) => `<span class="model">${escapeHtml(model)}</span>`),
    !gitBranch ? '' : `<span class="git">${escapeHtml(gitBranch)}</span>`,
    `<span>${formatNoun(turns, 'turn')}</span>`,
    tools > 0
      ? `<span>${formatNoun(tools, 'tool')}${errors > 0 ? ` <span class="bad">${formatCount(errors)} failed</span>` : ''}</span>`
      : '',
    agents > 0 ? `<span>${formatNoun(agents, 'agent')}</span>` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
