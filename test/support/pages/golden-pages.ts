import type {SessionPage} from '../../../src/page/index.ts'
import {renderHtmlSession} from '../../../src/render/html/index.ts'
import {renderMarkdownSession} from '../../../src/render/markdown/index.ts'
import {golden} from '../golden.ts'
import {htmlOptions, markdownOptions} from './page-options.ts'

/** Sessions with what each of them shows. */
export interface Chapter {
  readonly title: string
  readonly sessions: readonly SessionPage[]
}

const images = {imageUrl: () => 'images/picture.png', images: 'files'} as const

/** The goldens that were compared so far, without their endings. */
export const comparedPages = new Set<string>()

/** Compares what pages say of sessions with what was approved, as HTML and as Markdown; gives the HTML of each. */
export function goldenPages(name: string, chapters: readonly Chapter[], head = false): readonly string[] {
  const html = chapters.map(({title, sessions}) => {
    const bodies = sessions.map((session) =>
      conversationOf(renderHtmlSession(session, htmlOptions(images)), head),
    )
    return `<!-- ${title} -->\n${bodies.join('\n')}\n`
  })
  const markdown = chapters.map(({title, sessions}) => {
    const bodies = sessions.map((session) => {
      const whole = renderMarkdownSession(session, markdownOptions({...images, frontMatter: head}))
      return head ? whole : whole.slice(whole.indexOf('<a id="turn-'))
    })
    return `<!-- ${title} -->\n\n${bodies.join('\n')}`
  })
  comparedPages.add(name)
  golden(`test/golden/html/${name}.html`, html.join('\n'))
  golden(`test/golden/markdown/${name}.md`, markdown.join('\n'))
  return html
}

/** The conversation alone, a line for each element that matters, so that a change can be reviewed. */
function conversationOf(pages: readonly string[], head: boolean): string {
  const main = pages.map((page) => /<main[^>]*>([\s\S]*)<\/main>/.exec(page)?.[1] ?? '').join('\n')
  const shown = head ? main : main.replace(/<header class="session_header"[\s\S]*?<\/header>/, '')
  return shown
    .replaceAll(/(?<=.)(?=<(?:section|details|summary|div|p|h[12]|figure|dl|svg|table|ul|ol|pre)\b)/g, '\n')
    .trim()
}

/** Tells whether an element of a page has all of the given classes. */
export const hasElement = (html: string, classes: string): boolean =>
  [...html.matchAll(/\sclass="([^"]*)"/g)].some(([, own = '']) => {
    const names = new Set(own.split(' '))
    return classes.split(' ').every((name) => names.has(name))
  })
