import type {TaskStatus} from './message.ts'

/** Reads a task's status in any of the words the client has for it. */
export function readTaskStatus(status: string | undefined): TaskStatus | undefined {
  if (status === undefined) return undefined
  if (status === 'killed' || status === 'stopped' || status === 'cancelled') return 'stopped'
  if (status === 'completed' || status === 'failed') return status
  return 'running'
}
