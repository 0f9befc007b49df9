import type {Command} from '../../arguments/command.ts'
import {helpOption, noTokenOption} from '../../arguments/common-options.ts'

/** The command that shows everything in a browser. */
export const viewerVerbs: readonly Command[] = [
  {
    name: 'serve',
    operands: '[-]',
    takes: {least: 0, most: 1},
    summary: 'Show all sessions on a local web page that follows them as they go on.',
    description:
      'Opens the archive in a browser: sessions as they are written, search, usage, and what goes on right now. With "-" it ' +
      'shows a stream that comes through a pipe as well. Only this machine can reach it, unless --host says otherwise, ' +
      'and only who opens the printed address, which holds a token. It ends with Ctrl-C. This is what "npm start" runs.',
    options: [
      {name: 'port', value: 'number', help: 'Where to listen; a free port where it is taken. Usual: 4680.'},
      {
        name: 'host',
        value: 'address',
        help: 'Listen at another address, so that others can come in. Usual: 127.0.0.1.',
      },
      {
        name: 'token',
        value: 'text',
        help: 'Use this token instead of a new one. RECOUNT_TOKEN does the same, and is not seen in the list of processes.',
      },
      noTokenOption,
      {name: 'open', help: 'Open the page in your browser.'},
      {name: 'read-only', help: 'Take nothing in; show what the archive has.'},
      helpOption,
    ],
    examples: [
      'recount serve --open',
      'claude -p "…" --output-format stream-json --verbose | recount serve -',
      'recount serve --host 0.0.0.0 --port 8080',
    ],
    load: async () => (await import('./run-serve.ts')).runServe,
  },
]
