import {Conversation, type Session} from '../../../conversation/index.ts'
import {describeChanges} from '../../../describe/index.ts'
import {toChangesJson} from '../../../json/index.ts'
import {type ChangedFile, formatCount, formatNoun, type SessionChanges} from '../../../page/index.ts'
import {renderPatch} from '../../../render/patch/render-patch.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {paletteFor} from '../../output/palette.ts'
import {jsonBlock, printable} from '../../output/printable.ts'
import {type Column, renderTable} from '../../output/render-table.ts'
import {foldPaths} from '../../sessions/read-input.ts'
import {resolveSession} from '../../sessions/resolve-session.ts'
import {findInput} from '../../sessions/session-files.ts'

/** `recount changes`: the files that a session changed, each once. */
export const runChanges: RunCommand = async (host, given) => {
  if (given.switches.has('patch') && given.switches.has('json'))
    throw new Failure('Cannot use --patch with --json: choose one.', 2)
  const {path} = await resolveSession(host, given)
  const state = new Conversation()
  await foldPaths(host, state, [path], {find: findInput, isSession: true})
  const session = mainSession(state)
  if (!session) throw new Failure(`No session in ${path}.`, 1)
  const changes = describeChanges(session)
  if (given.switches.has('json')) await host.out.write(jsonBlock(toChangesJson(session, changes)))
  else if (given.switches.has('patch')) await writePatch(host, changes)
  else await host.painted.write(renderChanges(changes, host))
}

/** The session that a file is about: with a folder of several, the one with the most calls. */
function mainSession({sessions}: Conversation): Session | undefined {
  return [...sessions.values()].sort((a, b) => b.runs.size - a.runs.size)[0]
}

async function writePatch(host: Host, changes: SessionChanges): Promise<void> {
  const {text, leftOut} = renderPatch(changes)
  // A patch must not be altered, but a terminal must not get control characters from a transcript.
  await (host.screen === undefined ? host.rawOut : host.out).write(text)
  for (const {path, relativePath} of leftOut)
    await host.notify(
      `Left out ${printable(path)}: ${relativePath === undefined ? "it is outside of the session's folder" : 'the place of a change is unknown'}.`,
    )
}

/** Renders the files in a table, then commits and pull requests. */
export function renderChanges(
  {files, commits, pullRequests}: SessionChanges,
  {color, width}: Pick<Host, 'color' | 'width'>,
): string {
  const palette = paletteFor(color)
  const sum = (field: 'linesAdded' | 'linesRemoved'): number =>
    files.reduce((total, file) => total + file[field], 0)
  const columns: readonly Column<ChangedFile>[] = [
    {head: '', cell: ({isNew}) => (isNew ? 'new' : '')},
    {head: '+', right: true, cell: ({linesAdded}) => formatCount(linesAdded), paint: palette.tool},
    {head: '−', right: true, cell: ({linesRemoved}) => formatCount(linesRemoved), paint: palette.bad},
    {head: 'file', grows: true, minWidth: 20, cell: ({path, relativePath}) => relativePath ?? path},
    {head: 'calls', right: true, dropOrder: 1, cell: ({calls}) => formatCount(calls.length)},
  ]
  const lines =
    files.length === 0
      ? [palette.dim('No changed files.')]
      : [
          ...renderTable(columns, files, {width, palette}),
          palette.dim(
            `${formatNoun(files.length, 'file')}, +${formatCount(sum('linesAdded'))} −${formatCount(sum('linesRemoved'))}`,
          ),
        ]
  for (const {sha, subject, branch} of commits)
    lines.push(
      `${palette.dim('commit')} ${sha.slice(0, 7)} ${printable(subject ?? '')}${branch === undefined ? '' : palette.dim(` (${printable(branch)})`)}`,
    )
  for (const {number, url, repository} of pullRequests)
    lines.push(`${palette.dim('pull request')} #${number} ${printable(url ?? repository ?? '')}`.trimEnd())
  return `${lines.join('\n')}\n`
}
