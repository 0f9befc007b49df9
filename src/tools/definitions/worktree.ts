import {flag, number, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {field, fields, formatNoun} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {otherFields} from '../shared/known-fields.ts'
import type {Tool} from '../tool.ts'

/** The way into a second checkout of the repository, and out of it. */
export const worktreeTool: Tool = {
  names: ['EnterWorktree', 'ExitWorktree'],
  subject: (input) => text(input, 'name') ?? text(input, 'path') ?? text(input, 'action'),
  asked: (input) => [
    ...fields(
      field('description', 'Name', text(input, 'name')),
      field('folder', 'Folder', text(input, 'path')),
      field('setting', 'Action', text(input, 'action')),
      field('setting', 'Discard changes', flag(input, 'discard_changes') ? 'yes' : undefined),
    ),
    ...otherFields(input, {string: ['name', 'path', 'action'], boolean: ['discard_changes']}),
  ],
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
    const lost = [
      ...discarded(structured, 'discardedFiles', 'file'),
      ...discarded(structured, 'discardedCommits', 'commit'),
    ]
    const done = action === 'keep' ? 'kept' : action === 'remove' ? 'removed' : action
    return lost.length === 0 ? done : `${done}, ${lost.join(' and ')} discarded`
  },
}

function discarded(structured: JsonObject, name: string, noun: string): readonly string[] {
  const count = number(structured, name) ?? 0
  return count > 0 ? [formatNoun(count, noun, `${noun}s`)] : []
}
