import {advisor} from './advisor.ts'
import {agent} from './agent.ts'
import {artifact} from './artifact.ts'
import {askUserQuestion} from './ask-user-question.ts'
import {bash} from './bash.ts'
import {claudeDesign} from './claude-design.ts'
import {codeExecution} from './code-execution.ts'
import {config} from './config.ts'
import {cronCreate} from './cron-create.ts'
import {cronDelete} from './cron-delete.ts'
import {cronList} from './cron-list.ts'
import {edit} from './edit.ts'
import {enterPlanMode} from './enter-plan-mode.ts'
import {exitPlanMode} from './exit-plan-mode.ts'
import {generic} from './generic.ts'
import {glob} from './glob.ts'
import {grep} from './grep.ts'
import {listAgents} from './list-agents.ts'
import {listMcpResources} from './list-mcp-resources.ts'
import {ls} from './ls.ts'
import {lsp} from './lsp.ts'
import {monitor} from './monitor.ts'
import {multiEdit} from './multi-edit.ts'
import {notebookEdit} from './notebook-edit.ts'
import {notebookRead} from './notebook-read.ts'
import {offerChromeSetup} from './offer-chrome-setup.ts'
import {projects} from './projects.ts'
import {proposeGoal} from './propose-goal.ts'
import {proposeSkills} from './propose-skills.ts'
import {pushNotification} from './push-notification.ts'
import {read} from './read.ts'
import {readMcpResource} from './read-mcp-resource.ts'
import {readMcpResourceDir} from './read-mcp-resource-dir.ts'
import {readNotifications} from './read-notifications.ts'
import {refreshMcpTools} from './refresh-mcp-tools.ts'
import {remoteTrigger} from './remote-trigger.ts'
import {repl} from './repl.ts'
import {reportFindings} from './report-findings.ts'
import {scheduleWakeup} from './schedule-wakeup.ts'
import {sendFeedback} from './send-feedback.ts'
import {sendMessage} from './send-message.ts'
import {showOnboardingRolePicker} from './show-onboarding-role-picker.ts'
import {skill} from './skill.ts'
import {structuredOutput} from './structured-output.ts'
import {subscribeMcpResource} from './subscribe-mcp-resource.ts'
import {taskCreate} from './task-create.ts'
import {taskGet} from './task-get.ts'
import {taskList} from './task-list.ts'
import {taskOutput} from './task-output.ts'
import {taskStop} from './task-stop.ts'
import {taskUpdate} from './task-update.ts'
import {team} from './team.ts'
import {textEditorCodeExecution} from './text-editor-code-execution.ts'
import {timeMachine} from './time-machine.ts'
import {todoRead} from './todo-read.ts'
import {todoWrite} from './todo-write.ts'
import type {Tool} from './tool.ts'
import {toolSearch} from './tool-search.ts'
import {webFetch} from './web-fetch.ts'
import {webSearch} from './web-search.ts'
import {workflow} from './workflow.ts'
import {worktree} from './worktree.ts'
import {write} from './write.ts'

/** Every tool that has a description of its own. */
export const tools: readonly Tool[] = [
  bash,
  taskOutput,
  taskStop,
  agent,
  sendMessage,
  team,
  workflow,
  worktree,
  taskCreate,
  taskUpdate,
  taskGet,
  taskList,
  todoWrite,
  todoRead,
  askUserQuestion,
  enterPlanMode,
  exitPlanMode,
  skill,
  read,
  write,
  edit,
  multiEdit,
  notebookEdit,
  notebookRead,
  glob,
  grep,
  ls,
  lsp,
  webFetch,
  webSearch,
  codeExecution,
  textEditorCodeExecution,
  toolSearch,
  advisor,
  monitor,
  cronCreate,
  cronDelete,
  cronList,
  scheduleWakeup,
  artifact,
  reportFindings,
  structuredOutput,
  listMcpResources,
  readMcpResource,
  readMcpResourceDir,
  refreshMcpTools,
  subscribeMcpResource,
  repl,
  timeMachine,
  config,
  sendFeedback,
  claudeDesign,
  projects,
  remoteTrigger,
  showOnboardingRolePicker,
  offerChromeSetup,
  readNotifications,
  proposeSkills,
  proposeGoal,
  pushNotification,
  listAgents,
]

const byName: ReadonlyMap<string, Tool> = new Map(
  tools.flatMap((tool) => tool.names.map((name) => [name, tool])),
)

/** The tool of a name. Names come from a model: they are looked up in a map, and any name has a description. */
export const toolFor = (name: string): Tool => byName.get(name) ?? generic
