import {makeElement} from '../page/dom.ts'
import {startRowShortcuts} from './list/row-shortcuts.ts'

/** The usage page: tooltips for charts. */
export function startUsage(): void {
  startRowShortcuts({links: 'table.usage tbody a', input: undefined})
  for (const chart of document.querySelectorAll('.chart')) if (chart instanceof HTMLElement) startChart(chart)
}

function startChart(chart: HTMLElement): void {
  const tip = makeElement('output', {className: 'chart-tip', hidden: true})
  chart.append(tip)
  let current: Element | undefined
  const show = (bar: Element | null): void => {
    if (bar === current) return
    current?.classList.remove('now')
    current = bar ?? undefined
    tip.hidden = !bar
    if (!bar) return
    bar.classList.add('now')
    tip.textContent = bar.getAttribute('data-words') ?? ''
    const [box, all] = [
      (bar.querySelector('.fill') ?? bar).getBoundingClientRect(),
      chart.getBoundingClientRect(),
    ]
    const middle = box.left + box.width / 2 - all.left
    const room = tip.offsetWidth / 2 + 4
    tip.style.left = `${Math.round(Math.min(Math.max(middle, room), all.width - room))}px`
    tip.style.top = `${Math.round(box.top - all.top)}px`
  }
  // The browser's own tooltips would appear late and cover these.
  for (const bar of chart.querySelectorAll('.bin')) {
    const title = bar.querySelector('title')
    bar.setAttribute('data-words', title?.textContent ?? bar.getAttribute('title') ?? '')
    title?.remove()
    bar.removeAttribute('title')
  }
  chart.addEventListener('pointermove', ({target}) =>
    show(target instanceof Element ? target.closest('.bin') : null),
  )
  chart.addEventListener('pointerleave', () => show(null))
}
