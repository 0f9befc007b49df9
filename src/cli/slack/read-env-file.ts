import {readFileSync} from 'node:fs'

const line = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/

/** The variables of a `.env` file; one that is not there, or cannot be read, has none. */
export function readEnvFile(path: string): ReadonlyMap<string, string> {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return new Map()
  }
  return new Map(
    text.split(/\r?\n/).flatMap((row) => {
      const [, name, value = ''] = line.exec(row) ?? []
      return name === undefined ? [] : [[name, unquoted(value)] as const]
    }),
  )
}

/** Quotes are taken away; without them, a remark behind the value is. */
function unquoted(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'([^']*)'/.exec(value)
  if (quoted)
    return quoted[1]?.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped)) ?? quoted[2] ?? ''
  return value.replace(/\s+#.*$/, '')
}
