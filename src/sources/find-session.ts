import {existsSync, readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {SourceError} from './source-error.ts'

/** Where Claude Code keeps its transcripts. */
export function projectsFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  return join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'projects')
}

/** Finds a session's file by its id, the beginning of it, or `latest`. */
export function findSession(name: string, projects: string): string {
  const files = sessionFiles(projects)
  const matches = name === 'latest' ? newest(files) : files.filter((file) => file.id.startsWith(name))
  const [match, another] = matches
  if (!match) {
    throw new SourceError(`Cannot find ${name}: it is neither a file nor a session in ${projects}.`)
  }
  if (another) {
    const ids = matches.slice(0, 3).map((file) => file.id)
    throw new SourceError(
      `Cannot tell which session ${name} is: ${ids.join(', ')} begin with it; give more of the id.`,
    )
  }
  return match.path
}

interface SessionFile {
  readonly id: string
  readonly path: string
}

function sessionFiles(projects: string): readonly SessionFile[] {
  if (!existsSync(projects)) return []
  return readdirSync(projects, {withFileTypes: true}).flatMap((project) => {
    if (!project.isDirectory()) return []
    const folder = join(projects, project.name)
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
      .map((name) => ({id: name.replace(/\.jsonl$/, ''), path: join(folder, name)}))
  })
}

function newest(files: readonly SessionFile[]): readonly SessionFile[] {
  const dated = files.map((file) => ({...file, time: statSync(file.path).mtimeMs}))
  return dated.sort((a, b) => b.time - a.time).slice(0, 1)
}
