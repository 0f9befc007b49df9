import {depths} from '../../../page/entry.ts'
import type {Command} from '../../arguments/command.ts'
import {helpOption} from '../../arguments/common-options.ts'

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
        short: 'f',
        value: 'name',
        choices: ['html', 'md', 'json', 'chorus'],
        isOpen: true,
        synonyms: new Map([['markdown', 'md']]),
        help: 'What to write, where the name of the file does not say it. Usual: html. docs/page.md describes the JSON; chorus writes whole conversations into a store (.chorus) below the folder.',
      },
      {
        name: 'all',
        aliases: ['all-projects'],
        help: 'Everything that is on disk or in the archive; with "latest", that of all projects.',
      },
      {
        name: 'project',
        aliases: ['filter-path'],
        value: 'text',
        help: 'Only sessions in a folder whose path holds this.',
      },
      {name: 'session', aliases: ['session-id'], value: 'id', help: 'Only sessions whose id begins so.'},
      {
        name: 'after',
        aliases: ['from-date'],
        value: 'time',
        help: 'Only what happened from then on: 2026-01-31, yesterday, 3d, "last week".',
      },
      {name: 'before', value: 'time', help: 'Only what happened before.'},
      {
        name: 'until',
        aliases: ['to-date'],
        value: 'time',
        help: 'The same, and a day or a week that is named counts as a whole.',
      },
      {name: 'agent', value: 'name', help: 'Only agents whose name or id begins so.'},
      {
        name: 'depth',
        value: 'level',
        choices: depths,
        help: `How much to show: ${depths.join(', ')}. Usual: tool; all in JSON.`,
      },
      {
        name: 'detail',
        value: 'level',
        choices: ['full', 'high', 'low', 'minimal', 'user-only'],
        isHidden: true,
        help: "claude-code-log's name for --depth.",
      },
      {name: 'no-thinking', help: 'Leave out what the model thought.'},
      {name: 'no-recaps', help: 'Leave out what the client tells those who come back.'},
      {name: 'no-timestamps', help: 'Do not show when things happened.'},
      {name: 'compact', help: 'In Markdown, one line for each call.'},
      {
        name: 'images',
        aliases: ['image-export-mode'],
        value: 'where',
        choices: ['embed', 'files', 'none'],
        synonyms: new Map([
          ['embedded', 'embed'],
          ['referenced', 'files'],
          ['placeholder', 'none'],
        ]),
        help: 'Pictures in the page, in files beside it, or none. Usual: embed; in Markdown files, but none on standard output.',
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
      {name: 'no-individual', aliases: ['no-individual-sessions'], help: 'No page for each session.'},
      {name: 'no-combined', help: 'No pages of all sessions of a project.'},
      {
        name: 'combined',
        value: 'which',
        choices: ['yes', 'no', 'only'],
        isHidden: true,
        help: "claude-code-log's name for --no-combined and --no-individual.",
      },
      {
        name: 'page-size',
        value: 'entries',
        help: 'How much a page of all sessions holds before the next begins; no session is split. Usual: 2000.',
      },
      {name: 'open', aliases: ['open-browser'], help: 'Open what was written in your browser.'},
      helpOption,
    ],
    examples: [
      'recount export latest -o session.html',
      'recount export --all -o ~/claude-pages',
      'recount export ~/.claude/projects --after "last week" --format md',
      'recount export 3ae4c46c -o - --format json',
      'recount export --all --format chorus -o ~/work',
    ],
    load: async () => (await import('./run-export.ts')).runExport,
  },
]
