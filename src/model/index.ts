export type {AgentMeta, WorkflowMeta} from './agents.ts'
export type {Billing} from './billing.ts'
export {modes} from './billing.ts'
export * from './block.ts'
export type {Instant} from './instant.ts'
export * from './json.ts'
export type {
  Line,
  MessageLine,
  Position,
  UnknownLine,
  UnreadableLine,
  UnreadableReason,
  UnreadableReasons,
} from './line.ts'
export * from './message.ts'
export * from './session-state.ts'
export * from './tool-run.ts'
export * from './usage.ts'
