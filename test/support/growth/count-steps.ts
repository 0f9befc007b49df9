import {Session} from 'node:inspector'

// V8 counts every block only of code that is loaded after this. So the tests import what they count dynamically.
const inspector = new Session()
inspector.connect()
inspector.post('Profiler.enable')
inspector.post('Profiler.startPreciseCoverage', {callCount: true, detailed: true})

/** How often blocks of code ran since this was asked last. */
function takeSteps(): number {
  let steps = 0
  inspector.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error
    for (const {functions} of coverage.result)
      for (const {ranges} of functions) for (const {count} of ranges) steps += count
  })
  return steps
}

/**
 * How many times as many steps an input of twice the size takes: 2 if the work is linear, 4 if it is quadratic. Steps are
 * the same on every machine, however busy it is. What built-in functions and regular expressions do is not counted.
 */
export function stepGrowth(size: number, work: (size: number) => void): number {
  work(size)
  takeSteps()
  work(size)
  const one = takeSteps()
  work(2 * size)
  return takeSteps() / one
}
