import {judgeResult} from '../../conversation/judge-result.ts'
import type {ToolResultBlock} from '../../model/index.ts'

/** Tells whether a result is an error. Of a call that was refused or stopped it says so as well, but nothing failed. */
export const hasFailed = (result: ToolResultBlock): boolean => judgeResult(result, false).state === 'failed'
