import type {Option} from './command.ts'

/** Every command has it. */
export const helpOption: Option = {
  name: 'help',
  short: 'h',
  help: 'Show what the command does and how to use it.',
}

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
  help: 'With "latest": that of all projects, also inside the folder of one.',
}

/** For commands that programs ask as well. */
export const jsonOption: Option = {
  name: 'json',
  help: 'Print one JSON object for programs instead of text for people.',
}

/** Lets everybody on this machine see what a local web page shows. */
export const noTokenOption: Option = {
  name: 'no-token',
  help: 'Let every user of this machine in, without a token.',
}

/** For commands that can show what they play on a local web page. */
export const webOptions: readonly Option[] = [
  {
    name: 'port',
    value: 'number',
    needs: 'web',
    help: 'Where --web listens; a free port where it is taken. Usual: 4680.',
  },
  {name: 'open', needs: 'web', help: 'Open the page of --web in your browser.'},
  {...noTokenOption, needs: 'web'},
]
