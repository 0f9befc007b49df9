import type {Option} from './command.ts'

/** For commands that read or show sessions. */
export const pluginOption: Option = {
  name: 'plugin',
  value: 'file',
  isRepeatable: true,
  help: 'Use the tools, dialects and outputs of a plugin (docs/plugins.md). May be given more than once.',
}

/** For commands that take a session. */
export const allProjectsOption: Option = {
  name: 'all',
  help: 'With "latest": the latest session of any project, even inside a project folder.',
}

/** For commands that print one thing. */
export const jsonOption: Option = {name: 'json', help: 'Output one JSON object (docs/json.md).'}

/** For commands that print a list. */
export const jsonLinesOption: Option = {
  name: 'json',
  help: 'Output JSON Lines: one object per line (docs/json.md).',
}

/** Opens a local web page to every user of this machine. */
export const noTokenOption: Option = {
  name: 'no-token',
  help: 'Let every user of this machine in without a token.',
}

/** For commands that can show a conversation on a local web page. */
export const webOptions: readonly Option[] = [
  {
    name: 'port',
    value: 'number',
    needs: 'web',
    help: 'Port for --web; picks a free one if it is in use. Default: 4680.',
  },
  {name: 'open', needs: 'web', help: 'With --web, open the page in your browser.'},
  {...noTokenOption, needs: 'web'},
]
