import {agentWorkTools} from './definitions/agents.ts'
import {askUserQuestionTool} from './definitions/ask-user-question.ts'
import {backgroundTools} from './definitions/background-tasks.ts'
import {cloudTools} from './definitions/claude-ai.ts'
import {clientTools} from './definitions/client-settings.ts'
import {providerTools} from './definitions/code-execution.ts'
import {editTools} from './definitions/file-edits.ts'
import {fileReadTool} from './definitions/file-read.ts'
import {fileSearchTools} from './definitions/file-search.ts'
import {mcpResourceTools} from './definitions/mcp-resources.ts'
import {proposalTools} from './definitions/plans-and-proposals.ts'
import {reportTools} from './definitions/reports.ts'
import {scheduleTools} from './definitions/schedule.ts'
import {shellTools} from './definitions/shell.ts'
import {skillTools} from './definitions/skills.ts'
import {taskTools} from './definitions/task-lists.ts'
import {webTools} from './definitions/web.ts'
import {workflowTool} from './definitions/workflow.ts'
import {worktreeTool} from './definitions/worktree.ts'
import {genericTool} from './generic-tool.ts'
import type {Tool} from './tool.ts'

/** Every tool with a description. */
export const knownTools: readonly Tool[] = [
  ...shellTools,
  ...backgroundTools,
  ...agentWorkTools,
  ...taskTools,
  ...proposalTools,
  workflowTool,
  worktreeTool,
  askUserQuestionTool,
  ...skillTools,
  fileReadTool,
  ...editTools,
  ...fileSearchTools,
  ...webTools,
  ...providerTools,
  ...scheduleTools,
  ...cloudTools,
  ...reportTools,
  ...mcpResourceTools,
  ...clientTools,
]

const byName: ReadonlyMap<string, Tool> = new Map(
  knownTools.flatMap((tool) => tool.names.map((name) => [name, tool])),
)

/** Descriptions that plugins have added. */
const added = new Map<string, Tool>()

/** Adds a description from outside the table, or replaces one of it. Only `usePlugin` calls this. */
export function addTool(tool: Tool): void {
  for (const name of tool.names) added.set(name, tool)
}

/** The tool of a name. A model chooses names, so they are looked up in a map, and every name has a description. */
export const findTool = (name: string): Tool => added.get(name) ?? byName.get(name) ?? genericTool
