import {agentWorkTools} from './agents.ts'
import {askUserQuestion} from './ask-user-question.ts'
import {backgroundTools} from './background.ts'
import {clientTools} from './client.ts'
import {cloudTools} from './cloud.ts'
import {editTools} from './edits.ts'
import {fileSearchTools} from './file-search.ts'
import {generic} from './generic.ts'
import {mcpResourceTools} from './mcp-resources.ts'
import {proposalTools} from './proposals.ts'
import {providerTools} from './provider.ts'
import {read} from './read.ts'
import {reportTools} from './reports.ts'
import {scheduleTools} from './schedule.ts'
import {shellTools} from './shell.ts'
import {skillTools} from './skills.ts'
import {taskTools} from './tasks.ts'
import type {Tool} from './tool.ts'
import {webTools} from './web.ts'
import {workflow} from './workflow.ts'
import {worktree} from './worktree.ts'

/** Every tool that has a description of its own. */
export const tools: readonly Tool[] = [
  ...shellTools,
  ...backgroundTools,
  ...agentWorkTools,
  ...taskTools,
  ...proposalTools,
  workflow,
  worktree,
  askUserQuestion,
  ...skillTools,
  read,
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
  tools.flatMap((tool) => tool.names.map((name) => [name, tool])),
)

/** The tool of a name. Names come from a model: they are looked up in a map, and any name has a description. */
export const toolFor = (name: string): Tool => byName.get(name) ?? generic
