import {describe, expect, test} from 'vitest'
import {fc} from '../../../../test/support/fc.ts'
import {hostileText} from '../../../../test/support/hostile/arbitrary-node.ts'
import {checkHtml, htmlText} from '../../../../test/support/pages/check-html.ts'
import type {HtmlContext} from '../html-options.ts'
import {ansiHtml, plainHtml} from './ansi-html.ts'

const esc = '\u001b'

const context: HtmlContext = {
  zone: 'UTC',
  timestamps: true,
  imageUrl: () => undefined,
  gitLink: undefined,
  folder: undefined,
  sessionHref: () => undefined,
}

const draw = (text: string): string => ansiHtml(text, context).markup
const shown = (text: string): string => htmlText(draw(text))

describe('colours', () => {
  test.each([
    ['31', 'ansi-red'],
    ['1;92', 'ansi-green ansi-bold'],
    ['2;3;4;9', 'ansi-dim ansi-italic ansi-underline ansi-struck'],
    ['90', 'ansi-grey'],
    ['37;41', 'ansi-on-red'],
    ['32;7', 'ansi-on-green'],
    ['7', 'ansi-on-grey'],
    ['38;5;208', 'ansi-orange'],
    ['38;5;244', 'ansi-grey'],
    ['38;2;150;80;250', 'ansi-violet'],
    ['38:2::0:200:100', 'ansi-jade'],
    ['48;2;30;0;0', 'ansi-on-red'],
  ])('%s is %s', (codes, classes) => {
    expect(draw(`a${esc}[${codes}mb${esc}[0mc`)).toBe(`a<span class="${classes}">b</span>c`)
  })

  test.each(['37', '30', '39', '38;5;231', '38;2;250;250;250', '5', '8'])(
    '%s is the ink of the page',
    (codes) => {
      expect(draw(`${esc}[${codes}mb`)).toBe('b')
    },
  )

  test('go on in the next line, each line by itself', () => {
    expect(draw(`${esc}[31ma\nb`)).toBe('<span class="ansi-red">a</span>\n<span class="ansi-red">b</span>')
  })

  test('text that was not meant for a terminal has none', () => {
    expect(plainHtml(`${esc}[31ma${esc}]8;;https://a.example\u0007b`, context).markup).toBe('ab')
  })
})

describe('lines that go back over themselves', () => {
  test.each([
    ['10%\r50%\r100%', '100%'],
    ['Downloading\rDone', 'Doneloading'],
    [`Downloading\r${esc}[KDone`, 'Done'],
    [`Downloading${esc}[2K${esc}[1GDone`, 'Done'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['a\r\r\nb', 'a\nb'],
    ['abc\b\bX', 'aXc'],
    ['|\b/\b-', '-'],
    ['é\u0301x\rab', 'ab'],
    ['a\u0085b\vc', 'a\nb\nc'],
  ])('%j ends as %j', (text, end) => {
    expect(shown(text)).toBe(end)
  })

  test('keep the colour of what was written last', () => {
    expect(draw(`${esc}[31mbad\r${esc}[32mgo`)).toBe(
      '<span class="ansi-green">go</span><span class="ansi-red">d</span>',
    )
  })
})

describe('links', () => {
  const link = (url: string): string => `${esc}]8;id=1;${url}${esc}\\a${esc}]8;;${esc}\\b`

  test('lead to the web', () => {
    expect(draw(link('https://a.example/"'))).toBe(
      '<a href="https://a.example/%22" target="_blank" rel="noopener noreferrer nofollow">a</a>b',
    )
  })

  test.each(['javascript:x', 'file:///etc', 'mailto:a@b.c', ' https', ''])('%j leads nowhere', (url) => {
    expect(draw(link(url))).toBe('ab')
  })
})

test('everything else that is meant for a terminal is left out', () => {
  expect(shown(`a${esc}[3Ab${esc}]0;title\u0007c${esc}Pq#${esc}\\d${esc}(Be\u0007\u0000f\u009b2Jg`)).toBe(
    'abcdefg',
  )
})

test('no control is left, whatever was printed', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const html = draw(text)
      expect(checkHtml(html)).toEqual([])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be left
      expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    }),
  )
})

// How much work this takes is counted in test/pages/linear-work.test.ts.
test('a line of very many returns or colours shows what is left', () => {
  expect(shown(`${'\r'.repeat(300_000)}x`)).toBe('x')
  expect(shown('ab\r'.repeat(300_000))).toBe('ab')
  expect(shown(`${esc}[31m`.repeat(100_000))).toBe('')
})
