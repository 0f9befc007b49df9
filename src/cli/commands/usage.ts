import type {Run} from '../command.ts'

/** `recount usage`: what was used and what it cost. Only what is asked for is loaded, because a status line must be quick. */
export const usage: Run = async (host, given) => {
  if (given.operands[0] === 'statusline') return (await import('./usage-statusline.ts')).statusline(host)
  return (await import('./usage-tables.ts')).usageTables(host, given)
}
