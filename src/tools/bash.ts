import {number, text} from '../model/fields.ts'
import {ansi, field, fields, note} from '../page/index.ts'
import type {Tool} from './tool.ts'

/** A command in a shell: what was run, what it printed on both streams, and where it went on if it did not end. */
export const bash: Tool = {
  names: ['Bash', 'PowerShell'],
  subject: (input) => text(input, 'command'),
  asked: (input) =>
    fields(
      field('command', 'Command', text(input, 'command')),
      field('description', 'Description', text(input, 'description')),
      field('time', 'Timeout', seconds(number(input, 'timeout'))),
      field('setting', 'Background', input['run_in_background'] === true ? 'yes' : undefined),
    ),
  answered({text: said, structured}) {
    const stdout = text(structured, 'stdout')
    const stderr = text(structured, 'stderr') ?? ''
    const task = text(structured, 'backgroundTaskId')
    const printed =
      stdout === undefined || (stdout === '' && stderr === '' && task === undefined) ? said : stdout
    return [
      ...(printed === '' ? [] : [ansi(printed)]),
      ...(stderr === '' ? [] : [ansi(stderr, 'error')]),
      ...(task === undefined ? [] : [note('info', `Runs on in the background as ${task}`)]),
    ]
  },
  outcome: ({structured}) =>
    text(structured, 'backgroundTaskId') === undefined ? undefined : 'in the background',
}

const seconds = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : `${milliseconds / 1000} s`
