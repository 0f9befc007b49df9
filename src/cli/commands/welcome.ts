import {existsSync} from 'node:fs'
import {relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {projectsFolder, SourceError} from '../../sources/index.ts'
import type {Run} from '../command.ts'
import {inspectionText} from '../inspection-text.ts'
import {paletteFor} from '../palette.ts'
import {inspectPaths} from './inspect.ts'

const sample = fileURLToPath(new URL('../../../samples/discount/transcript', import.meta.url))

/** `recount welcome`: the first thing anybody sees. */
export const welcome: Run = async (host) => {
  const palette = paletteFor(host.color)
  await host.out.write('recount tells back everything Claude Code said and did, and counts what it cost.\n\n')
  await host.out.write(
    inspectionText('The bundled sample session', await inspectPaths(host, [sample]), palette),
  )
  const projects = projectsFolder(host.env, host.home)
  if (existsSync(projects)) {
    try {
      await host.out.write(
        `\n${inspectionText('Your own transcripts', await inspectPaths(host, [projects]), palette)}`,
      )
    } catch (error) {
      // An empty folder of one's own is no reason to fail the welcome.
      if (!(error instanceof SourceError)) throw error
    }
  }
  const name = relative(host.cwd, sample) || sample
  await host.out.write(
    [
      '',
      'Try next:',
      `  recount show ${name} --format json       ${palette.dim('the sample as one JSON document')}`,
      `  recount inspect ~/.claude/projects ${palette.dim('             what is in your own sessions')}`,
      `  claude -p "…" --output-format stream-json --verbose | recount   ${palette.dim('a real run')}`,
      '',
      palette.dim('In a clone, "npm start -- <command>" is the same as "recount <command>".'),
      '',
    ].join('\n'),
  )
}
