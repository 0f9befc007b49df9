import {expect, test} from 'vitest'
import {genericTool} from './generic-tool.ts'
import {findTool} from './tools.ts'

/** Every tool that a client or its SDK has ever declared, by the name it has in a call. */
const files = 'Read View Write Edit MultiEdit NotebookEdit NotebookRead Glob Grep LS LSP'
const shell = 'Bash PowerShell BashOutput KillShell KillBash TaskOutput TaskStop AgentOutputTool Monitor REPL'
const agents = 'Agent Task SendMessage TeamCreate TeamDelete ListAgents Workflow EnterWorktree ExitWorktree'
const planning =
  'TodoWrite TodoRead TaskCreate TaskGet TaskUpdate TaskList EnterPlanMode ExitPlanMode exit_plan_mode ' +
  'AskUserQuestion MultipleChoiceQuestion ProposeGoal ProposeSkills ReportFindings StructuredOutput'
const client =
  'Skill SlashCommand ToolSearch Config TimeMachine SendFeedback PushNotification ReadNotifications ' +
  'CronCreate CronDelete CronList ScheduleWakeup RemoteTrigger Artifact Projects ClaudeDesign ' +
  'ShowOnboardingRolePicker OfferChromeSetup'
const web = 'WebFetch WebSearch'
const mcp =
  'ListMcpResourcesTool ReadMcpResourceTool ReadMcpResourceDirTool RefreshMcpTools ' +
  'SubscribeMcpResource UnsubscribeMcpResource SubscribePolling UnsubscribePolling'
const provider =
  'web_search web_fetch code_execution bash_code_execution text_editor_code_execution ' +
  'tool_search_tool_regex tool_search_tool_bm25 advisor'

test.each([files, shell, agents, planning, client, web, mcp, provider].flatMap((names) => names.split(' ')))(
  '%s has a description',
  (name) => expect(findTool(name)).not.toBe(genericTool),
)

test.each(['FrobnicateTool', 'mcp__demo__echo', '', '__proto__', 'constructor', 'toString'])(
  '%j is described as any tool is',
  (name) => expect(findTool(name)).toBe(genericTool),
)
