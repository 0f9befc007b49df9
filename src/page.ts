export type {Renderable, RenderOptions} from './library/render-page.ts'
export {makePage} from './library/render-page.ts'
export type {
  Instant,
  JsonObject,
  JsonValue,
  MediaSource,
  TaskState,
  ToolRunState,
  Usage,
} from './model/index.ts'
export * from './page/build-nodes.ts'
export type {Actor, Depth, Entry, EntryKind, Lane, LaneName, ProminentSide} from './page/entry.ts'
export {actorOf, depthIncludes, depths, entryKinds, walkEntries} from './page/entry.ts'
export * from './page/node.ts'
export type {
  ContextFill,
  Cost,
  Page,
  PageAgent,
  PageBranch,
  PageEntry,
  PageTurn,
  SessionPage,
  Spent,
  Summary,
  TouchedFile,
  TurnCost,
} from './page/page.ts'
export {redactText} from './page/redaction/redact-text.ts'
export {
  formatBytes,
  formatCost,
  formatCount,
  formatDollars,
  formatDuration,
  formatNoun,
  formatTokens,
} from './page/text/format.ts'
