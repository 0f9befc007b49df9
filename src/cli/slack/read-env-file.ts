import {readFileSync, statSync} from 'node:fs'

const line = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/

const maxBytes = 1_000_000

/** The variables of a `.env` file; one that is not there, cannot be read or is no regular file has none. */
export function readEnvFile(path: string): ReadonlyMap<string, string> {
  let text = ''
  try {
    // A pipe of that name would never end.
    const about = statSync(path)
    if (!about.isFile() || about.size > maxBytes) return new Map()
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
