import {type Depth, depths} from '../../page/entry.ts'
import {terminalStyles} from '../../render/terminal/terminal-options.ts'
import type {Option} from './command.ts'

/** How much of a session to show. */
export const depthOption = (defaultDepth: Depth, note = ''): Option => ({
  name: 'depth',
  value: 'level',
  choices: depths,
  help: `How much to show: ${depths.map((depth) => (depth === defaultDepth ? `${depth} (default${note})` : depth)).join(', ')}; each level includes the previous ones.`,
})

/** How a conversation looks in a terminal. Every command that prints one has these. */
export const displayOptions: readonly Option[] = [
  {
    name: 'style',
    value: 'name',
    choices: terminalStyles,
    help: 'box (framed; default on a terminal), line (compact; default otherwise) or plain (ASCII only).',
  },
  depthOption('tool'),
  {name: 'full', help: 'Do not truncate long texts and results.'},
  {
    name: 'width',
    value: 'columns',
    help: "Wrap at this width instead of the terminal's. Default: the terminal's, at most 120.",
  },
  {name: 'timestamps', help: 'Show timestamps.'},
  {name: 'no-thinking', help: 'Hide thinking.'},
  {name: 'no-emoji', help: 'Do not use emoji.'},
  {name: 'color', help: 'Always use colour.'},
  {name: 'no-color', help: 'Never use colour. Default: colour on a terminal.'},
  {
    name: 'images',
    value: 'protocol',
    choices: ['none', 'iterm2', 'kitty'],
    help: 'Draw images inline: none (default), iterm2 or kitty.',
  },
  {
    name: 'no-pair',
    help: 'Print calls and results separately, as they happen. Default: each call together with its result.',
  },
  {name: 'queue', isHidden: true, help: "ccpretty's name for the default."},
  {name: 'one-at-a-time', help: 'Treat a call as interrupted when the next one starts.'},
]

/** The same for commands that print while a session runs. */
export const liveDisplayOptions: readonly Option[] = [
  ...displayOptions,
  {
    name: 'no-partial',
    help: 'Print text only once it is complete. Default: stream it as it is written, on a terminal.',
  },
]
