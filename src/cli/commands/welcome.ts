import {relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {shellQuoted} from '../../page/resume-command.ts'
import {NoTranscripts, pathExists, SourceError} from '../../sources/index.ts'
import {claudeFolders} from '../archive-home.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {inspectionText} from '../inspection-text.ts'
import {paletteFor} from '../palette.ts'
import {printable} from '../printable.ts'
import {inspectPaths} from './inspect.ts'

const sample = fileURLToPath(new URL('../../../samples/discount/transcript', import.meta.url))

/** `recount welcome`: the first thing anybody sees. */
export const welcome: Run = async (host) => {
  await host.out.write('recount tells back everything Claude Code said and did, and counts what it cost.\n\n')
  await host.painted.write(
    inspectionText('The bundled sample session', await inspectPaths(host, [sample]), host),
  )
  await host.painted.write(await ownTranscripts(host))
  await host.painted.write(whatNext(host))
}

/** One's own transcripts are shown where there are any; that they cannot be read is no reason to fail the welcome. */
async function ownTranscripts(host: Host): Promise<string> {
  try {
    const folders = claudeFolders(host).filter(pathExists)
    if (folders.length === 0) return ''
    return `\n${inspectionText('Your own transcripts', await inspectPaths(host, folders), host)}`
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof Failure)) throw error
    // Whoever has just begun has no transcripts yet.
    if (!(error instanceof NoTranscripts)) await complain(host, error.message)
    return ''
  }
}

function whatNext({cwd, color}: Host): string {
  const {dim} = paletteFor(color)
  const near = relative(cwd, sample)
  const path = printable(shellQuoted(near.length < sample.length ? near : sample))
  const steps = [
    ['the sample as it happened, four times as fast', `recount replay ${path} --speed 4`],
    ['a real run', 'claude -p "…" --output-format stream-json --verbose | recount'],
    ['your own last session', 'recount show latest'],
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
