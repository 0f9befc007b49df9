import {text} from './fields.ts'
import type {JsonObject} from './json.ts'

/** The background command or agent a call is about, by whichever name its client gave the argument. */
export const taskIdOf = (input: JsonObject): string | undefined =>
  text(input, 'task_id') ?? text(input, 'shell_id') ?? text(input, 'bash_id') ?? text(input, 'agentId')
