import {depths} from '../../page/entry.ts'
import type {Command} from '../command.ts'
import {help} from './common-options.ts'

/** Commands that make pages. */
export const pageVerbs: readonly Command[] = [
  {
    name: 'export',
    operands: '[session|file|folder|project|-]',
    takes: {least: 0, most: 1},
    summary: 'Write pages that can be shared: HTML, Markdown or JSON.',
    description:
      'Writes a page for each session, pages of all sessions of a project, and an index over projects, below a folder; or ' +
      'everything into one file where -o names one, or to standard output where it is "-". Named is what "show" takes, a ' +
      "folder of transcripts, a part of a project's path, or nothing for the project of this folder. Sessions that were " +
      'deleted come out of the archive. HTML pages need nothing but themselves and load nothing from anywhere. A second run ' +
      'writes only what changed.',
    options: [
      {
        name: 'output',
        short: 'o',
        value: 'path',
        help: 'A folder, a file (.html, .md, .json), or "-". Usual: recount-export.',
      },
      {
        name: 'format',
        value: 'name',
        choices: ['html', 'md', 'json', 'chorus'],
        help: 'What to write, where the name of the file does not say it. Usual: html. docs/page.md describes the JSON; chorus writes whole conversations into a store (.chorus) below the folder.',
      },
      {name: 'all', help: 'Everything that is on disk or in the archive.'},
      {name: 'project', value: 'text', help: 'Only sessions in a folder whose path holds this.'},
      {name: 'session', value: 'id', help: 'Only sessions whose id begins so.'},
      {
        name: 'after',
        value: 'time',
        help: 'Only what happened from then on: 2026-01-31, yesterday, 3d, "last week".',
      },
      {name: 'before', value: 'time', help: 'Only what happened before.'},
      {name: 'agent', value: 'name', help: 'Only agents whose name or id begins so.'},
      {
        name: 'depth',
        value: 'level',
        choices: depths,
        help: `How much to show: ${depths.join(', ')}. Usual: hook; tool in Markdown, all in JSON.`,
      },
      {
        name: 'detail',
        value: 'level',
        choices: ['full', 'high', 'low', 'minimal', 'user-only'],
        help: 'The same in the words of claude-code-log; the last two leave out what the model thought.',
      },
      {name: 'no-thinking', help: 'Leave out what the model thought.'},
      {name: 'no-timestamps', help: 'Do not show when things happened.'},
      {name: 'compact', help: 'In Markdown, one line for each call.'},
      {
        name: 'images',
        value: 'where',
        choices: ['embed', 'files', 'none'],
        help: 'Pictures in the page, in files beside it, or none. Usual: embed; files in Markdown.',
      },
      {
        name: 'git-link',
        value: 'template',
        help: 'Link commits and files: https://github.com/o/r/commit/{sha}, or …/blob/main/{path}#L{line}; both with a space between.',
      },
      {
        name: 'assets',
        value: 'where',
        choices: ['inline', 'link'],
        help: 'Style and script in each page, or in one place that all pages refer to. Usual: inline.',
      },
      {name: 'no-individual', help: 'No page for each session.'},
      {name: 'no-combined', help: 'No pages of all sessions of a project.'},
      help,
    ],
    examples: [
      'recount export latest -o session.html',
      'recount export --all -o ~/claude-pages',
      'recount export ~/.claude/projects --after "last week" --format md',
      'recount export 3ae4c46c -o - --format json',
      'recount export --all --format chorus -o ~/work',
    ],
    load: async () => (await import('../commands/export.ts')).exportPages,
  },
]
