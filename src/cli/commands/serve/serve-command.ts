import type {Command} from '../../arguments/command.ts'
import {noTokenOption} from '../../arguments/common-options.ts'

/** `recount serve`. */
export const serveCommand: Command = {
  name: 'serve',
  operands: '[-]',
  summary: 'Browse all sessions on a local web page that updates live.',
  description:
    'Opens the archive in a browser: sessions, updated as they are written, search, usage, and what is running now. With ' +
    '"-" it also shows a stream from standard input. Only this machine can connect, unless you pass --host, and only with ' +
    'the token in the printed address; one is generated unless you pass --token. Press Ctrl-C to stop. "npm start" runs ' +
    'this command.',
  options: [
    {name: 'port', value: 'number', help: 'Port; picks a free one if it is in use. Default: 4680.'},
    {
      name: 'host',
      value: 'address',
      help: 'Listen on another address so that others can connect. Default: 127.0.0.1.',
    },
    {
      name: 'token',
      value: 'text',
      help: 'Access token that visitors must supply. RECOUNT_TOKEN does the same without showing it in the process list. Default: a new one.',
    },
    noTokenOption,
    {name: 'open', help: 'Open the page in your browser.'},
    {name: 'read-only', help: 'Do not index; only show what is archived.'},
  ],
  examples: [
    'recount serve --open',
    'claude -p "…" --output-format stream-json --verbose | recount serve -',
    'recount serve --host 0.0.0.0 --port 8080',
  ],
  load: async () => (await import('./serve-archive.ts')).runServe,
}
