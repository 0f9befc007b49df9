import {depths} from '../../page/entry.ts'
import {terminalStyles} from '../../render/terminal/terminal-options.ts'
import type {Option} from './command.ts'

/** How a conversation looks in a terminal; every command that prints one has these. */
export const displayOptions: readonly Option[] = [
  {
    name: 'style',
    value: 'name',
    choices: terminalStyles,
    help: 'box: framed, usual on a terminal. line: a line or two each, usual elsewhere. plain: ASCII.',
  },
  {
    name: 'depth',
    value: 'level',
    choices: depths,
    help: `How much to show: ${depths.join(', ')}; each shows those before it too. Usual: tool.`,
  },
  {name: 'full', help: 'Show long texts and results whole.'},
  {name: 'width', value: 'columns', help: 'Set it this wide, whatever the terminal is.'},
  {name: 'timestamps', help: 'Show when each thing happened.'},
  {name: 'no-thinking', help: 'Leave out what the model thought.'},
  {name: 'no-emoji', help: 'Mark things without emoji.'},
  {name: 'color', help: 'Use colour, wherever it goes.'},
  {name: 'no-color', help: 'Use no colour.'},
  {
    name: 'pictures',
    value: 'protocol',
    choices: ['none', 'iterm2', 'kitty'],
    help: 'Draw pictures in a terminal that can. Usual: none.',
  },
  {name: 'no-pair', help: 'Show a call when it is made and its result when it comes, not both together.'},
  {name: 'queue', isHidden: true, help: "ccpretty's name for what is the default here."},
  {name: 'one-at-a-time', help: 'Take a call as interrupted when the next one is made.'},
]
