import {describe, expect, test} from 'vitest'
import {commands} from '../commands.ts'
import {commandHelp, programHelp} from './help.ts'

/** Text for copying is on one line, however long it is. */
const isCopied = (line: string): boolean => /^(?:Usage:| {2}(?:recount|claude|npx) | {7}claude )/.test(line)

describe.each([40, 60, 80, 120])('in %i columns', (width) => {
  test.each(['program', ...commands.map(({name}) => name)])('the help of %s is not broken', (name) => {
    const command = commands.find((known) => known.name === name)
    const text = command ? commandHelp(command, width) : programHelp(width)
    const wide = text.split('\n').filter((line) => line.length > Math.min(width, 100) && !isCopied(line))
    // An address is one word.
    expect(wide.filter((line) => !/https?:\/\//.test(line))).toEqual([])
  })
})
