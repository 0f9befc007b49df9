import {ansi, field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const path = '/home/dev/work/demo/.claude/worktrees/feature-x'

export const samples: readonly ToolSample[] = [
  {
    shows: 'where the new checkout is, and its branch',
    name: 'EnterWorktree',
    input: {name: 'feature-x'},
    result: {
      content: `Created worktree at ${path} on branch worktree-feature-x.`,
      structured: {
        worktreePath: path,
        worktreeBranch: 'worktree-feature-x',
        message: `Created worktree at ${path} on branch worktree-feature-x.`,
      },
    },
    subject: 'feature-x',
    outcome: 'worktree-feature-x',
    asked: fields(field('description', 'Name', 'feature-x')),
    answered: fields(field('folder', 'Worktree', path), field('setting', 'Branch', 'worktree-feature-x')),
  },
  {
    shows: 'that it was left and what was lost with it',
    name: 'ExitWorktree',
    input: {action: 'remove', discard_changes: true},
    result: {
      content: 'Exited and removed worktree.',
      structured: {
        action: 'remove',
        originalCwd: '/home/dev/work/demo',
        worktreePath: path,
        discardedFiles: 1,
        discardedCommits: 2,
        message: 'Exited and removed worktree.',
      },
    },
    subject: 'remove',
    outcome: 'removed, 1 file and 2 commits discarded',
    asked: fields(field('setting', 'Action', 'remove'), field('setting', 'Discard changes', 'yes')),
    answered: fields(field('folder', 'Worktree', path), field('folder', 'Back in', '/home/dev/work/demo')),
  },
  {
    shows: 'the text where there is nothing else',
    name: 'EnterWorktree',
    input: {path: '/tmp/w'},
    result: {content: 'Entered worktree.'},
    subject: '/tmp/w',
    asked: fields(field('folder', 'Folder', '/tmp/w')),
    answered: [ansi('Entered worktree.')],
  },
]
