import type {Paint} from './paint.ts'
import {sanitizeLine} from './sanitize.ts'

/** Addresses a person may want to open. Others, `javascript:` above all, are not shown as if they were any. */
const shownAddress = /^(?:https?:\/\/|mailto:)/i

/** A link in words: `text (address)`, or the address alone where the text says the same. */
export function linkText(text: string, url: string, paint: Paint): string {
  const address = sanitizeLine(url)
  if (!shownAddress.test(address)) return paint.underline(text)
  if (text === '' || sameAddress(text, address)) return paint.underline(text || address)
  return `${paint.underline(text)} ${paint.dim(`(${address})`)}`
}

const sameAddress = (text: string, address: string): boolean =>
  bare(text) === bare(address) || bare(text) === bare(decoded(address))

const bare = (address: string): string => address.replace(/^mailto:/i, '').replace(/\/$/, '')

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
