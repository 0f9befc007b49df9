import type {JournalOwner} from '../../sinks/slack/index.ts'

/** This process, and whether others still run. */
export const journalOwner: JournalOwner = {
  pid: process.pid,
  isAlive(pid) {
    try {
      process.kill(pid, 0)
      return true
    } catch (error) {
      // It runs, but for somebody else.
      return error instanceof Error && 'code' in error && error.code === 'EPERM'
    }
  },
}
