import {makeElement} from '../page/dom.ts'
import {startRowShortcuts} from './list/row-shortcuts.ts'

/** The usage page: cards for charts, and arrow keys in them. */
export function startUsage(): void {
  startRowShortcuts({links: 'table.usage tbody a', input: undefined})
  for (const chart of document.querySelectorAll('.chart')) if (chart instanceof HTMLElement) startChart(chart)
}

function startChart(chart: HTMLElement): void {
  const card = makeElement('output', {className: 'chart-tip', hidden: true})
  chart.append(card)
  let current: Element | undefined
  const show = (bin: Element | null): void => {
    if (bin === current) return
    current?.classList.remove('now')
    current = bin ?? undefined
    card.hidden = !bin
    if (!bin) return
    bin.classList.add('now')
    card.replaceChildren(...cardContent(bin))
    place(card, bin, chart)
  }
  const bins = [...chart.querySelectorAll('.bin')]
  // The browser's own tooltips would appear late and cover these.
  for (const bin of bins) {
    const title = bin.querySelector('title')
    const words = title?.textContent ?? bin.getAttribute('title') ?? ''
    bin.setAttribute('aria-label', words.replaceAll('\n', ', '))
    if (bin instanceof SVGElement) bin.setAttribute('role', bin.hasAttribute('href') ? 'link' : 'img')
    else bin.removeAttribute('aria-label')
    bin.setAttribute('data-card', words)
    title?.remove()
    bin.removeAttribute('title')
  }
  chart.addEventListener('pointermove', ({target}) =>
    show(target instanceof Element ? target.closest('.bin') : null),
  )
  chart.addEventListener('pointerleave', () => show(null))
  startArrowKeys(chart, show)
}

/** The whole chart is one stop of the tab key; the arrow keys move between its links. */
function startArrowKeys(chart: HTMLElement, show: (bin: Element | null) => void): void {
  const links = [...chart.querySelectorAll('a.bin')].filter((link) => link instanceof SVGElement)
  links.at(-1)?.setAttribute('tabindex', '0')
  chart.addEventListener('focusin', ({target}) =>
    show(target instanceof Element ? target.closest('.bin') : null),
  )
  chart.addEventListener('focusout', () => show(null))
  chart.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const at = links.findIndex((link) => link.matches(':focus'))
    const next = step === 0 || at === -1 ? undefined : links[at + step]
    if (!next) return
    event.preventDefault()
    links[at]?.setAttribute('tabindex', '-1')
    next.setAttribute('tabindex', '0')
    next.focus()
  })
}

/** The title with the sum, and a line for each part. */
function cardContent(bin: Element): readonly Node[] {
  const [title, words] = [bin.getAttribute('data-title'), bin.getAttribute('data-words')]
  if (title === null || words === null) return [new Text(bin.getAttribute('data-card') ?? '')]
  const head = makeElement(
    'div',
    {className: 'head'},
    makeElement('strong', {textContent: title}),
    makeElement('span', {className: 'amount', textContent: words}),
  )
  const segments = [...bin.querySelectorAll('.fill')]
  if (segments.length < 2) return [head]
  // As they are stacked: the topmost first.
  const lines = segments.reverse().map((segment) => {
    const swatch = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    for (const size of ['width', 'height']) swatch.setAttribute(size, '10')
    const colour = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    colour.setAttribute('class', segment.getAttribute('class') ?? '')
    for (const size of ['width', 'height']) colour.setAttribute(size, '10')
    swatch.append(colour)
    return makeElement(
      'li',
      {},
      swatch,
      makeElement('span', {textContent: segment.getAttribute('data-name') ?? ''}),
      makeElement('span', {className: 'amount', textContent: segment.getAttribute('data-words') ?? ''}),
    )
  })
  return [head, makeElement('ul', {}, ...lines)]
}

/** Above the bar, or below its top where there is no room; always inside the window. */
function place(card: HTMLElement, bin: Element, chart: HTMLElement): void {
  const shapes = [...bin.querySelectorAll('.fill, .heat')]
  const boxes = (shapes.length > 0 ? shapes : [bin]).map((shape) => shape.getBoundingClientRect())
  const all = chart.getBoundingClientRect()
  const top = Math.min(...boxes.map((box) => box.top))
  const [left, right] = [
    Math.min(...boxes.map((box) => box.left)),
    Math.max(...boxes.map((box) => box.right)),
  ]
  const [width, height] = [card.offsetWidth, card.offsetHeight]
  const middle = (left + right) / 2 - all.left
  const x = Math.min(Math.max(middle - width / 2, 0), all.width - width)
  const isAbove = top - height - 8 > 0
  // Where it would be cut off above, it is next to the bar.
  const beside =
    right - all.left + 8 + width <= all.width ? right - all.left + 8 : left - all.left - 8 - width
  card.style.left = `${Math.round(isAbove ? x : Math.max(0, beside))}px`
  card.style.top = `${Math.round((isAbove ? top - height - 8 : Math.max(top, 8)) - all.top)}px`
}
