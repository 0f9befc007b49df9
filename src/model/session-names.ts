const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of a session id. Every client from 0.2.126 to 2.1.325 makes UUIDs. */
export const isSessionId = (text: string): boolean => uuid.test(text)

/** The name of the folder in which Claude Code keeps the transcripts of a project. Different paths can have the same name. */
export const projectName = (path: string): string => path.replaceAll(/[^A-Za-z0-9]/g, '-')

/** Newer clients cut longer names here and add a hash of the path. */
const maxProjectName = 200

/** Whether a folder of transcripts can be the one of the project at a path. */
export function isProjectFolder(name: string, path: string): boolean {
  const full = projectName(path)
  if (name === full) return true
  return full.length > maxProjectName && name.startsWith(`${full.slice(0, maxProjectName)}-`)
}

/** How many sessions before the latest a word means: `latest` or `latest~1`. Nothing if it means something else. */
export function parseLatest(word: string): number | undefined {
  const found = /^latest(?:~(\d{1,9}))?$/.exec(word)
  return found ? Number(found[1] ?? 0) : undefined
}
