import type {Node} from '../../page/index.ts'
import {ansi, prose} from '../../page/index.ts'

/** What a command printed on both streams. */
export const describeOutput = (stdout: string, stderr: string): readonly Node[] => [
  ...(stdout === '' ? [] : [ansi(stdout)]),
  ...(stderr === '' ? [] : [ansi(stderr, 'error')]),
]

/** A heading, or the line below the head of a table. */
const markup = /^#{1,6} \S|^\|(?: *:?-+:? *\|)+ *$/m

/** The same of a slash command, some of which write Markdown. What has colours was written for a terminal. */
export const describeCommandOutput = (stdout: string, stderr: string): readonly Node[] =>
  markup.test(stdout) && !stdout.includes('\u001b')
    ? [prose(stdout.trim()), ...describeOutput('', stderr)]
    : describeOutput(stdout, stderr)
