export {describeBlocks} from './describe-blocks.ts'
export type {RunDescription} from './describe-run.ts'
export {describeRun} from './describe-run.ts'
