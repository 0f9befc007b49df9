import {relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {quoteForShell} from '../../../page/text/resume-command-line.ts'
import {NoTranscriptsError, pathExists, SourceError} from '../../../sources/index.ts'
import {claudeFolders} from '../../archive/data-folders.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {paletteFor} from '../../output/palette.ts'
import {printable} from '../../output/printable.ts'
import {renderInspection} from '../inspect/render-inspection.ts'
import {inspectPaths} from '../inspect/run-inspect.ts'

const sample = fileURLToPath(new URL('../../../../samples/discount/transcript', import.meta.url))

/** `recount welcome`: shows the sample and what to do next. */
export const runWelcome: RunCommand = async (host) => {
  await host.out.write('recount shows everything Claude Code said and did, and what it cost.\n\n')
  await host.painted.write(
    renderInspection('The bundled sample session', await inspectPaths(host, [sample]), host),
  )
  await host.painted.write(await ownTranscripts(host))
  await host.painted.write(whatNext(host))
}

/** The user's own transcripts, if there are any. If they cannot be read, that is reported and the welcome continues. */
async function ownTranscripts(host: Host): Promise<string> {
  try {
    const folders = claudeFolders(host).filter(pathExists)
    if (folders.length === 0) return ''
    return `\n${renderInspection('Your own transcripts', await inspectPaths(host, folders), host)}`
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof Failure)) throw error
    // New users have no transcripts yet.
    if (!(error instanceof NoTranscriptsError)) await host.notify(error.message)
    return ''
  }
}

function whatNext({cwd, color}: Host): string {
  const {dim} = paletteFor(color)
  const near = relative(cwd, sample)
  const path = printable(quoteForShell(near.length < sample.length ? near : sample))
  const steps = [
    ['replay the sample, four times as fast', `recount replay ${path} --speed 4`],
    ['print a real run', 'claude -p "…" --output-format stream-json --verbose | recount'],
    ['show your latest session', 'recount show latest'],
  ]
  return [
    '',
    'Try next:',
    ...steps.flatMap(([what = '', command = '']) => [`  ${dim(`# ${what}`)}`, `  ${command}`]),
    '',
    dim('In a clone, "npm start -- <command>" is the same as "recount <command>".'),
    '',
  ].join('\n')
}
