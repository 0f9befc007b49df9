import type {Verdict} from '../../conversation/judge-result.ts'
import {judgeResult} from '../../conversation/judge-result.ts'
import type {ToolResultBlock} from '../../model/index.ts'

/** How a call ended by its result alone. One that was refused or stopped has an error for a result, but nothing failed. */
export const endedAs = (result: ToolResultBlock): Verdict['state'] => judgeResult(result, false).state
