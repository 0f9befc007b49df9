import type {Open} from './primitives.ts'
import type {PermissionMode} from './supporting.ts'

/** A permission rule: a tool, and what of it (`git:*`). */
export interface PermissionRuleValue {
  readonly toolName: string
  readonly ruleContent?: string
}

/** What a rule decides. */
export type PermissionBehavior = Open<'allow' | 'deny' | 'ask'>

/** Where a changed permission is kept. */
export type PermissionUpdateDestination = Open<
  'userSettings' | 'projectSettings' | 'localSettings' | 'session' | 'cliArg'
>

/** A change of permissions that the client offers as "always allow". */
export type PermissionUpdate = {readonly destination: PermissionUpdateDestination} & (
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules'
      readonly rules: readonly PermissionRuleValue[]
      readonly behavior: PermissionBehavior
    }
  | {readonly type: 'setMode'; readonly mode: PermissionMode}
  | {readonly type: 'addDirectories' | 'removeDirectories'; readonly directories: readonly string[]}
)

/** Why a tool call was not simply allowed. */
export type PermissionDecisionReasonType = Open<
  | 'rule'
  | 'mode'
  | 'subcommandResults'
  | 'permissionPromptTool'
  | 'hook'
  | 'asyncAgent'
  | 'sandboxOverride'
  | 'workingDir'
  | 'safetyCheck'
  | 'classifier'
  | 'other'
>

/** Which MCP server a tool belongs to, and who configured that server. */
export interface McpServerProvenance {
  readonly name: string
  readonly source: string
}
