import axe from 'axe-core'
import type {Page} from 'playwright-core'

/** How bad a fault must be to count. */
export type Impact = 'minor' | 'moderate' | 'serious' | 'critical'

const impacts: readonly Impact[] = ['minor', 'moderate', 'serious', 'critical']

/**
 * Obstacles for people who see, hear or point otherwise: one text for each fault with the elements that
 * have it. Works on pages with a strict policy, for nothing is added to them as a script.
 */
export async function findAxeViolations(
  page: Page,
  options: {readonly from?: Impact; readonly within?: string} = {},
): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found: readonly axe.Result[] = await page.evaluate(
    `axe.run(${JSON.stringify(options.within ?? null)} ?? document, {resultTypes: ['violations']}).then((found) => found.violations)`,
  )
  const least = impacts.indexOf(options.from ?? 'serious')
  return found.filter(({impact}) => impacts.indexOf(impact ?? 'minor') >= least).map(describeViolation)
}

/** So many elements tell enough. */
const maxElementsShown = 5

function describeViolation({impact, id, help, nodes}: axe.Result): string {
  const places = nodes.slice(0, maxElementsShown).map(({target, failureSummary, html}) => {
    const why = failureSummary?.split('\n').slice(1).join(';').trim() ?? ''
    return `  ${target.join(' ')}  ${html.slice(0, 120)}\n    ${why}`
  })
  const more = nodes.length > maxElementsShown ? [`  and ${nodes.length - maxElementsShown} more`] : []
  return [`${impact} ${id}: ${help}`, ...places, ...more].join('\n')
}
