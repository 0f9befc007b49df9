export {ArchiveError} from './archive/archive-error.ts'
export type * from './conversation/document/document.ts'
export type {SessionEvent} from './conversation/document/session-event.ts'
export type {Conversation, Outcome, ResultTotals, TurnTrigger} from './conversation/index.ts'
export type {SearchHitJson, SessionJson, UsageJson} from './json/index.ts'
export type {ConversationInput} from './library/create-conversation.ts'
export {createConversation} from './library/create-conversation.ts'
export type {SessionFilter} from './library/find-sessions.ts'
export {findSessions} from './library/find-sessions.ts'
export type {FollowSessionOptions, SessionUpdate} from './library/follow-session.ts'
export {followSession} from './library/follow-session.ts'
export type {LibraryOptions, LoadOptions} from './library/load-session.ts'
export {loadSession} from './library/load-session.ts'
export type {LoadedSession} from './library/loaded-session.ts'
export type {OpenArchive, SearchSettings, UsageOptions} from './library/open-archive.ts'
export {openArchive} from './library/open-archive.ts'
export type {
  Background,
  Block,
  JsonObject,
  JsonValue,
  ModelTotal,
  TaskState,
  ToolResult,
  ToolRunState,
  Usage,
} from './model/index.ts'
export type {Node, Page, ProminentSide} from './page/index.ts'
export type {DialectDefinition, OnPluginProblem, OutputDefinition, Plugin} from './plugins/plugin.ts'
export {defineDialect, defineOutput, defineTool, usePlugin} from './plugins/plugin.ts'
export {SourceError} from './sources/source-error.ts'
export type {Tool, ToolOutput} from './tools/index.ts'
