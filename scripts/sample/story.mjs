import {FAILING_RUN, FILES, PASSING_RUN, ROOT} from './shop.mjs'
import {ask, delegate, edit, read, run, search, todo, write} from './tools.mjs'

const think = (text) => ({kind: 'thinking', text})
const say = (text) => ({kind: 'text', text})

const STEPS = [
  ['Read the failing test and the code it runs', 'Reading the failing test'],
  ['Find every place that takes a discount', 'Finding every discount'],
  ['Take the member discount once', 'Fixing the member discount'],
  ['Run the tests', 'Running the tests'],
]

const todos = (...states) =>
  STEPS.map(([content, activeForm], at) => ({content, status: states[at], activeForm}))

const PLAN = todos('in_progress', 'pending', 'pending', 'pending')
const DONE = todos('completed', 'completed', 'completed', 'completed')

const QUESTION = {
  question: 'A member also has a coupon. Which rule should win?',
  header: 'Discounts',
  options: [
    {label: 'The larger one', description: 'Only the better of the two discounts counts'},
    {label: 'Both', description: 'They are added up, as they are today'},
    {label: 'Member first', description: 'The coupon is taken from the price members pay'},
  ],
  multiSelect: false,
}

const REPORT = `The member discount is taken in **two** places:

1. \`src/cart.ts:7\`: \`subtotal\` already subtracts it.
2. \`src/checkout.ts:8\`: \`checkout\` subtracts it again, from that lower sum.

\`src/invoice.ts:6\` prints \`subtotal\` as the "sum before discounts", so invoices for members are wrong as well. Coupons are taken once, in \`src/checkout.ts:8\`.`

const SUMMARY = `1. Primary Request and Intent:
   The test "takes 10 % off for members, once" failed: members got their discount twice. Find out why and fix it.

2. Key Technical Concepts:
   - TypeScript, vitest; prices in cents

3. Files and Code Sections:
   - src/cart.ts: \`subtotal\` no longer takes a discount
   - src/checkout.ts: \`checkout\` takes the larger of the member's and the coupon's discount
   - test/checkout.test.ts: one more test, a member with a coupon

4. Errors and fixes:
   - 100.00 became 81.00 instead of 90.00, because \`subtotal\` and \`checkout\` both took 10 %

5. All user messages:
   - "The test \`takes 10 % off for members, once\` fails: members get their discount twice. Please find out why and fix it."
   - Asked which rule wins for a member with a coupon: "The larger one"

6. Pending Tasks:
   - None. All 7 tests pass.`

const CHANGELOG = FILES['CHANGELOG.md'].replace(
  'was used.\n',
  'was used.\n- Members get their 10 % once, not twice. With a coupon, the larger of the two discounts counts.\n',
)

const CART_FIX = [
  FILES['src/cart.ts'],
  `import type {Cart} from './types'

/** What the lines of a cart cost together, in cents, before any discount. */
export function subtotal(cart: Cart): number {
  return cart.lines.reduce((total, line) => total + line.price * line.quantity, 0)
}
`,
]

const CHECKOUT_FIX = [
  'memberDiscount(sum, cart.customer) + couponDiscount(sum, coupon)',
  'Math.max(memberDiscount(sum, cart.customer), couponDiscount(sum, coupon))',
]

const NEW_TEST = [
  `    expect(checkout(guest, 'SPRING15').total).toBe(8500)
  })
`,
  `    expect(checkout(guest, 'SPRING15').total).toBe(8500)
  })

  it('takes the larger discount for a member with a coupon', () => {
    expect(checkout(member, 'SPRING15').total).toBe(8500)
    expect(checkout(member, 'WELCOME5').total).toBe(9000)
  })
`,
]

const SEARCHER = delegate(
  'searcher',
  'Explore',
  'Find all discounts',
  `Find every place in ${ROOT}/src where a discount is taken from a price. Report file and line, and who else uses the sums. Do not change anything.`,
  [
    {
      name: 'searcher-grep',
      blocks: [
        say('I will look for every use of the discounts and of `subtotal`.'),
        search('memberDiscount|couponDiscount|subtotal', 46),
      ],
    },
    {name: 'searcher-read', blocks: [read('src/cart.ts', 24), read('src/invoice.ts', 22)]},
    {name: 'searcher-report', blocks: [say(REPORT)]},
  ],
)

const FIX = {
  name: 'fix',
  kind: 'prompt',
  after: 0,
  prompt:
    'The test `takes 10 % off for members, once` fails: members get their discount twice. Please find out why and fix it.',
  answers: [
    {
      name: 'plan',
      blocks: [
        think(
          'Twice means two places take it, or one place runs twice. I should see the test and the code under it before I guess, then look for every caller: a fix in one place could break another.',
        ),
        say(
          'I will read the test and the code it runs, find every place that takes a discount, fix it where it belongs, and run the tests.',
        ),
        todo([], PLAN, 28),
      ],
    },
    {
      name: 'look',
      blocks: [read('test/checkout.test.ts', 38), read('src/checkout.ts', 412), read('src/discounts.ts', 27)],
    },
    {
      name: 'send',
      blocks: [
        say(
          '`checkout` takes the member discount once, and `memberDiscount` itself is right. So some other code takes it too. I will send an agent to search the sources.',
        ),
        SEARCHER,
      ],
    },
    {
      name: 'reproduce',
      blocks: [
        say(
          '`subtotal` in `src/cart.ts` already takes the 10 %. The test should show 81.00 instead of 90.00:',
        ),
        read('src/cart.ts', 33),
        run('npm test', 'Run the tests', 2312, 1, FAILING_RUN),
      ],
    },
    {
      name: 'question',
      blocks: [
        think(
          '10000 → 9000 → 8100, as expected. subtotal should not discount at all: the invoice calls it the sum before discounts. But then checkout adds member and coupon up. Nobody wrote down whether that is meant, so I should ask.',
        ),
        say(
          'It does: 100.00 − 10 % = 90.00 in the cart, then − 10 % = 81.00 at the checkout. Before I change it, one question.',
        ),
        ask(QUESTION, 'The larger one', 21480),
      ],
    },
    {
      name: 'edit',
      blocks: [
        say(
          'Then the cart only adds up, the checkout takes the larger discount, and a test holds on to the rule.',
        ),
        edit('src/cart.ts', ...CART_FIX, 41),
        edit('src/checkout.ts', ...CHECKOUT_FIX, 36),
        edit('test/checkout.test.ts', ...NEW_TEST, 39),
      ],
    },
    {name: 'prove', blocks: [run('npm test', 'Run the tests again', 2127, 0, PASSING_RUN)]},
    {name: 'tick', blocks: [todo(PLAN, DONE, 25)]},
    {
      name: 'summary',
      blocks: [
        say(`Fixed: members now get their 10 % once, and all 7 tests pass.

- **Cause:** \`subtotal\` took the discount, then \`checkout\` took it again (100.00 → 90.00 → 81.00).
- **Fix:** \`src/cart.ts\` only adds up; \`src/checkout.ts\` takes the larger of the member's and the coupon's discount.
- **Also put right:** invoices for members, whose "sum before discounts" was already discounted.
- **New test:** a member with a coupon.`),
      ],
    },
  ],
}

const COMPACT = {name: 'compact', kind: 'compact', after: 38200, summary: SUMMARY}

const CHANGELOG_LINE = {
  name: 'changelog',
  kind: 'prompt',
  after: 17600,
  prompt: 'Now add a line about it to the changelog, please.',
  answers: [
    {name: 'changelog-read', blocks: [read('CHANGELOG.md', 29)]},
    {name: 'changelog-write', blocks: [write('CHANGELOG.md', CHANGELOG, 34)]},
    {
      name: 'changelog-done',
      blocks: [
        say(
          'Added under **Unreleased** in `CHANGELOG.md`:\n\n> Members get their 10 % once, not twice. With a coupon, the larger of the two discounts counts.',
        ),
      ],
    },
  ],
}

/** The whole sample: a session and what happens in it, turn by turn; `after` is the pause before a turn in ms. */
export const STORY = {
  title: 'Fix member discount taken twice',
  project: 'shop',
  cwd: ROOT,
  home: '/home/ada',
  branch: 'fix/discount',
  gitStatus:
    'This is the git status at the start of the conversation. Note that this status is a snapshot in time, and will not update during the conversation.\n\nCurrent branch: fix/discount\n\nMain branch (you will usually use this for PRs): main\n\nStatus:\n(clean)\n\nRecent commits:\n5d21c0e Test that members get their discount once\n8f0b3a7 Name the coupon on the receipt',
  start: Date.UTC(2026, 2, 4, 9, 12, 0),
  version: '2.1.325',
  model: 'claude-opus-5-5',
  slug: 'quiet-counting-teapot',
  turns: [FIX, COMPACT, CHANGELOG_LINE],
}
