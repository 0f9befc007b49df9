import {number, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {field, fields, formatNoun} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {formatSet, knownFields} from '../shared/known-fields.ts'
import {joinParts} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** Enters or leaves a second checkout of the repository. */
export const worktreeTool: Tool = {
  names: ['EnterWorktree', 'ExitWorktree'],
  subject: (input) => text(input, 'name') ?? text(input, 'path') ?? text(input, 'action'),
  asked: knownFields(
    ['name', 'description', 'Name'],
    ['path', 'folder', 'Folder'],
    ['action', 'setting', 'Action'],
    ['discard_changes', 'setting', 'Discard changes', formatSet('yes')],
  ),
  answered({structured, content}) {
    const nodes = fields(
      field('folder', 'Worktree', text(structured, 'worktreePath')),
      field('setting', 'Branch', text(structured, 'worktreeBranch')),
      field('folder', 'Back in', text(structured, 'restoredCwd') ?? text(structured, 'originalCwd')),
      field('setting', 'tmux session', text(structured, 'tmuxSessionName')),
    )
    return nodes.length === 0 ? describeBlocks(content) : nodes
  },
  outcome({structured}) {
    const action = text(structured, 'action')
    if (action === undefined) return text(structured, 'worktreeBranch')
    const done = action === 'keep' ? 'kept' : action === 'remove' ? 'removed' : action
    const lost = joinParts(
      [countLost(structured, 'discardedFiles', 'file'), countLost(structured, 'discardedCommits', 'commit')],
      ' and ',
    )
    return lost === undefined ? done : `${done}, ${lost} discarded`
  },
}

function countLost(structured: JsonObject, name: string, noun: string): string | undefined {
  const count = number(structured, name) ?? 0
  return count > 0 ? formatNoun(count, noun) : undefined
}
