import type {NodeOf} from '../../../page/index.ts'
import {escapeText, guardLines} from '../escape-text.ts'
import {sanitizeLine} from '../sanitize.ts'

/** A question and what could be answered, the answer marked. */
export function choice({question, choices}: NodeOf<'choice'>): readonly string[] {
  const asked = sanitizeLine(question)
  const lines = choices.map(({label, description, chosen}) => {
    const words = description === undefined ? '' : ` · ${escapeText(sanitizeLine(description))}`
    return `- ${chosen ? '●' : '○'} ${escapeText(sanitizeLine(label))}${words}`
  })
  return [asked && guardLines(escapeText(asked)), lines.join('\n')].filter((block) => block !== '')
}
