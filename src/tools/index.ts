export type {RunDescription} from './describe-run.ts'
export {describeRun} from './describe-run.ts'
export {describeBlocks} from './generic.ts'
