import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {Conversation} from '../../src/conversation/index.ts'
import {describePage} from '../../src/describe/index.ts'
import type {JsonValue} from '../../src/model/index.ts'
import type {Page} from '../../src/page/index.ts'
import {renderHtmlSession} from '../../src/render/html/index.ts'
import {renderMarkdownSession} from '../../src/render/markdown/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {everyFile, foldFiles} from '../support/conversation/recordings.ts'
import {htmlOptions, markdownOptions} from '../support/pages/page-options.ts'
import {
  missingWords,
  readingsOfHtml,
  readingsOfMarkdown,
  visibleTexts,
  wordsOf,
} from '../support/pages/visible-texts.ts'

const files = everyFile()

function pageOfFile(file: SourceFile): Page {
  const state = new Conversation()
  foldFiles([file], {state})
  return describePage(state, {depth: 'all', thinking: true})
}

function recordsOf(file: SourceFile): readonly JsonValue[] {
  return readFileSync(file.path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
}

/** Files whose words are not all shown, each with the reason. */
const known: readonly (readonly [RegExp, string])[] = [
  [/webui\/messages\.jsonl$/, 'the words that stand in for a call are shown as the call'],
  [/fixture-system-tags\.jsonl$/, 'made by hand: words beside the tags of a command, which no client writes'],
  [/with_commands\.jsonl$/, 'made by hand: words beside the tags of a command, which no client writes'],
  [/queue_operation\.jsonl$/, 'one line: something is queued in a session that never begins'],
]

describe(`a page of everything, of each of ${files.length} files`, () => {
  test('as HTML and as Markdown has every word that was said', () => {
    const missing = new Map<string, readonly string[]>()
    for (const file of files) {
      const wanted = new Set(
        recordsOf(file)
          .flatMap(visibleTexts)
          .flatMap((text) => [...wordsOf(text)]),
      )
      const {sessions, strays} = pageOfFile(file)
      const html = sessions.flatMap((session) => renderHtmlSession(session, htmlOptions())).join('')
      const markdown = sessions.map((session) => renderMarkdownSession(session, markdownOptions())).join('')
      const stray = JSON.stringify(strays)
      for (const [format, readings] of [
        ['html', readingsOfHtml(html + stray)],
        ['md', readingsOfMarkdown(markdown + stray)],
      ] as const) {
        const lost = missingWords(wanted, readings)
        if (lost.length > 0 && !known.some(([name]) => name.test(file.path)))
          missing.set(`${format} of ${file.path}`, lost.slice(0, 12))
      }
    }
    expect(Object.fromEntries(missing)).toEqual({})
  }, 600_000)
})
