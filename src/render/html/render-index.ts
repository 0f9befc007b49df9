import type {ProjectCard} from '../../page/index.ts'
import {
  formatCount,
  formatNoun,
  formatTokens,
  plainFirstLine,
  sessionName,
  sortProjects,
} from '../../page/index.ts'
import {renderDocument} from './document/render-document.ts'
import {toolbarIcons} from './document/toolbar.ts'
import {type Html, html, joinHtml, noHtml} from './html.ts'
import type {HtmlOptions} from './html-options.ts'
import {encodeAttribute} from './session/session-context.ts'
import {markedCostHtml, totalCostHtml} from './text/cost-html.ts'
import {timeRange} from './text/time-tag.ts'

type Card = ProjectCard['sessions'][number]

/** The way in: every session as a card, by project, newest first. */
export function renderHtmlIndex(projects: readonly ProjectCard[], options: HtmlOptions): string {
  const sorted = sortProjects(projects)
  const cards = sorted.flatMap(({sessions}) => sessions)
  const body = joinHtml([
    html`<a class="skip" href="#conversation">Skip to sessions</a><header class="bar"><p class="bar-title">recount</p>`,
    html`<search class="find needs-script"><label class="unseen" for="filter">Filter sessions</label><input id="filter" type="search" placeholder="Filter: words, project, model" autocomplete="off" spellcheck="false"><output class="hits" for="filter"></output></search>`,
    html`<button type="button" class="icon needs-script" data-do="theme" aria-label="Toggle theme" title="Toggle theme (t)">${toolbarIcons.theme}</button></header>`,
    html`<main id="conversation" class="index" tabindex="-1"><header class="project_header"><h1>Sessions</h1><p class="place">${sumsOf(cards, sorted.length)}</p></header>`,
    html`${sorted.length === 0 ? empty : sorted.map((project) => projectSection(project, options))}</main>`,
  ])
  return renderDocument('Sessions', [body], options).join('')
}

const empty = html`<p class="empty">No sessions yet. Run Claude Code, then export again.</p>`

function sumsOf(cards: readonly Card[], projects?: number): Html {
  const tokens = cards.reduce((sum, card) => sum + (card.tokens ?? 0), 0)
  const facts = [
    html`${formatNoun(cards.length, 'session')}`,
    projects === undefined ? noHtml : html`${formatNoun(projects, 'project')}`,
    tokens > 0 ? html`<span title="${formatCount(tokens)}">${formatTokens(tokens)} tokens</span>` : noHtml,
    totalCostHtml(cards),
  ]
  return joinHtml(
    facts.map((fact) => (fact.markup === '' ? noHtml : html`<span>${fact}</span>`)),
    ' ',
  )
}

function projectSection({name, href, sessions}: ProjectCard, options: HtmlOptions): Html {
  const heading = href === undefined ? name : html`<a href="${encodeAttribute(href)}">${name}</a>`
  return joinHtml([
    html`<section class="project"><header><h2>${heading}</h2><p class="place">${sumsOf(sessions)}</p></header>`,
    html`<ul class="cards">${sessions.map((card) => cardItem(card, options))}</ul></section>`,
  ])
}

function cardItem(card: Card, options: HtmlOptions): Html {
  const {title, firstPrompt} = card
  const name = plainFirstLine(sessionName(card), 120)
  const asked =
    title === undefined || firstPrompt === undefined || plainFirstLine(firstPrompt, 120) === name
      ? noHtml
      : html`<p class="first">${plainFirstLine(firstPrompt, 220)}</p>`
  return joinHtml([
    html`<li class="card"><h3><a href="${encodeAttribute(card.href)}">${name}</a>${card.isArchivedOnly ? html` <span class="badge" title="Archived only">archived</span>` : noHtml}</h3>${asked}`,
    html`<p class="about">${aboutOf(card, options)}</p><p class="sums">${sumOf(card)}</p></li>`,
  ])
}

const sumOf = ({tokens, cost}: Card): Html =>
  joinHtml([
    cost === undefined ? noHtml : markedCostHtml(cost),
    tokens === undefined
      ? noHtml
      : html` <small title="${formatCount(tokens)} tokens">${formatTokens(tokens)} tokens</small>`,
  ])

function aboutOf(card: Card, {zone, timestamps}: HtmlOptions): Html {
  const {startedAt, endedAt, gitBranch, models, turns, toolCalls, errors, agents} = card
  const when = timestamps ? timeRange(startedAt, endedAt, zone) : noHtml
  const facts = [
    when.markup === '' ? noHtml : html`<span class="when">${when}</span>`,
    ...models.map((model) => html`<span class="model">${model}</span>`),
    !gitBranch ? noHtml : html`<span class="git">${gitBranch}</span>`,
    html`<span>${formatNoun(turns, 'turn')}</span>`,
    toolCalls > 0
      ? html`<span>${formatNoun(toolCalls, 'tool')}${errors > 0 ? html` <span class="bad">${formatCount(errors)} failed</span>` : noHtml}</span>`
      : noHtml,
    agents > 0 ? html`<span>${formatNoun(agents, 'agent')}</span>` : noHtml,
  ]
  return joinHtml(facts, ' ')
}
