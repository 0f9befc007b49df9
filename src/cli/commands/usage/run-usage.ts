import type {RunCommand} from '../../arguments/command.ts'

/** `recount usage`: what was used and what it cost. Only what is asked for is loaded, because a status line must be quick. */
export const runUsage: RunCommand = async (host, given) => {
  if (given.operands[0] === 'statusline')
    return (await import('./print-status-line.ts')).printStatusLine(host)
  return (await import('./print-usage.ts')).printUsage(host, given)
}
