import {spawn} from 'node:child_process'

const commands: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['darwin', ['open']],
  // Not `cmd /c start`: that is a shell, which interprets `&` and `%` in an address.
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
])

/** Opens an address in the browser. If there is no browser, the printed address is enough. */
export function openBrowser(address: string, platform: string): void {
  const [command, ...words] = commands.get(platform) ?? ['xdg-open']
  const child = spawn(command, [...words, address], {stdio: 'ignore', detached: true})
  child.on('error', () => {})
  child.unref()
}
