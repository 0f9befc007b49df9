import {describe, expect, test} from 'vitest'
import {growingInputs} from '../support/growth/growing-inputs.ts'
import {growthProblems} from '../support/growth/growth-problems.ts'

/** Shapes of which much is in one turn. */
const followedShapes = new Set([
  'calls in one turn',
  'nested agents of a stream',
  'agents side by side',
  'results without calls',
  'results before their calls',
  'lines of one response',
  'open calls',
  'hooks that answer late',
  'unknown records',
])

describe('the work of the viewer follows the size of the session, whatever shape it has', () => {
  test('for a whole session', () => {
    // Some fifty items are a slice: smaller turns have only one or two.
    expect(
      growthProblems(
        (file) => [['view', file]],
        growingInputs,
        () => [40, 80, 160],
      ),
    ).toEqual([])
  })
  // Whenever something in a slice of a turn changes, the whole slice is drawn again; so the turns have several. For its
  // outline a turn looks at each of its slices, which is one step for some fifty items.
  test('for a session that is followed line by line', () => {
    const followed = growingInputs.filter(({name}) => followedShapes.has(name))
    expect(followed).toHaveLength(followedShapes.size)
    expect(
      growthProblems(
        (file) => [['follow', file]],
        followed,
        () => [60, 120, 240],
      ),
    ).toEqual([])
  })
})
