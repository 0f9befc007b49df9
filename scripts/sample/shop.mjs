/** Where the little project of the story lives. */
export const ROOT = '/home/ada/shop'

/** The project's files as the story finds them. */
export const FILES = {
  'src/cart.ts': `import {memberDiscount} from './discounts'
import type {Cart} from './types'

/** What the lines of a cart cost together, in cents. */
export function subtotal(cart: Cart): number {
  const sum = cart.lines.reduce((total, line) => total + line.price * line.quantity, 0)
  return sum - memberDiscount(sum, cart.customer)
}
`,
  'src/checkout.ts': `import {subtotal} from './cart'
import {couponDiscount, memberDiscount} from './discounts'
import type {Cart, Receipt} from './types'

/** Turns a cart into a receipt. Prices are in cents. */
export function checkout(cart: Cart, coupon?: string): Receipt {
  const sum = subtotal(cart)
  const discount = memberDiscount(sum, cart.customer) + couponDiscount(sum, coupon)
  return {sum, discount, total: sum - discount}
}
`,
  'src/discounts.ts': `import type {Customer} from './types'

const MEMBER_RATE = 0.1
const COUPONS: Record<string, number> = {WELCOME5: 0.05, SPRING15: 0.15}

/** Members pay 10 % less. */
export function memberDiscount(sum: number, customer: Customer): number {
  return customer.member ? Math.round(sum * MEMBER_RATE) : 0
}

/** A known coupon takes its share off; an unknown one takes nothing. */
export function couponDiscount(sum: number, coupon?: string): number {
  return Math.round(sum * (COUPONS[coupon ?? ''] ?? 0))
}
`,
  'src/invoice.ts': `import {subtotal} from './cart'
import type {Cart} from './types'

/** The first line of an invoice: the sum before discounts. */
export function sumLine(cart: Cart): string {
  return \`Sum before discounts: \${(subtotal(cart) / 100).toFixed(2)} €\`
}
`,
  'test/checkout.test.ts': `import {describe, expect, it} from 'vitest'
import {checkout} from '../src/checkout'

const lines = [{sku: 'mug', price: 2500, quantity: 4}]
const guest = {lines, customer: {name: 'Grace', member: false}}
const member = {lines, customer: {name: 'Ada', member: true}}

describe('checkout', () => {
  it('charges guests the full price', () => {
    expect(checkout(guest).total).toBe(10000)
  })

  it('takes 10 % off for members, once', () => {
    expect(checkout(member).total).toBe(9000)
  })

  it('takes a coupon off', () => {
    expect(checkout(guest, 'SPRING15').total).toBe(8500)
  })
})
`,
  'CHANGELOG.md': `# Changelog

## Unreleased

- Receipts name the coupon that was used.

## 2.4.1

- Prices are kept in cents.
`,
}

const paint = (code, text, end) => `\u001b[${code}m${text}\u001b[${end}m`
const bold = (text) => paint(1, text, 22)
const dim = (text) => paint(2, text, 22)
const red = (text) => paint(31, text, 39)
const green = (text) => paint(32, text, 39)
const yellow = (text) => paint(33, text, 39)
const cyan = (text) => paint(36, text, 39)
const rule = (title) => red(`⎯⎯⎯⎯⎯⎯⎯ ${title} ⎯⎯⎯⎯⎯⎯⎯`)

const HEAD = `> shop@2.4.1 test
> vitest run --color

 ${paint(46, bold(' RUN '), 49)} ${cyan('v3.2.4')} ${dim(ROOT)}

 ${green('✓')} test/discounts.test.ts ${dim('(3 tests)')} ${green('6ms')}`

/** What `npm test` prints before the fix. */
export const FAILING_RUN = `${HEAD}
 ${yellow('❯')} test/checkout.test.ts ${dim('(3 tests |')} ${red('1 failed')}${dim(')')} ${green('14ms')}
   ${green('✓')} checkout > charges guests the full price ${green('2ms')}
   ${red('×')} checkout > takes 10 % off for members, once ${green('8ms')}
     ${red('→ expected 8100 to be 9000 // Object.is equality')}
   ${green('✓')} checkout > takes a coupon off ${green('1ms')}

${rule('Failed Tests 1')}

 ${paint(41, bold(' FAIL '), 49)} test/checkout.test.ts > checkout > takes 10 % off for members, once
${red(`${bold('AssertionError')}: expected 8100 to be 9000 // Object.is equality`)}

${green('- Expected')}
${red('+ Received')}

${green('- 9000')}
${red('+ 8100')}

 ${cyan('❯')} test/checkout.test.ts:${dim('14:36')}
    ${dim('13|')}   it('takes 10 % off for members, once', () => {
    ${dim('14|')}     expect(checkout(member).total).toBe(9000)
      ${dim('|')}                                    ${red('^')}
    ${dim('15|')}   })

 ${dim(' Test Files ')} ${bold(red('1 failed'))} ${dim('|')} ${bold(green('1 passed'))} (2)
 ${dim('      Tests ')} ${bold(red('1 failed'))} ${dim('|')} ${bold(green('5 passed'))} (6)
 ${dim('   Duration ')} 1.71s`

/** What `npm test` prints after the fix. */
export const PASSING_RUN = `${HEAD}
 ${green('✓')} test/checkout.test.ts ${dim('(4 tests)')} ${green('9ms')}

 ${dim(' Test Files ')} ${bold(green('2 passed'))} (2)
 ${dim('      Tests ')} ${bold(green('7 passed'))} (7)
 ${dim('   Duration ')} 1.58s`

/** Lists the lines of `src` that match, as grep would: `path:line:text`. */
export function grep(pattern) {
  const matcher = new RegExp(pattern)
  return Object.entries(FILES)
    .filter(([path]) => path.startsWith('src/'))
    .flatMap(([path, text]) => text.split('\n').map((line, at) => ({path, line, at: at + 1})))
    .filter(({line}) => matcher.test(line))
    .map(({path, line, at}) => `${path}:${at}:${line}`)
}
