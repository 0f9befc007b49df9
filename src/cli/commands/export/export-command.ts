import type {Command} from '../../arguments/command.ts'
import {depthOption} from '../../arguments/display-options.ts'

/** `recount export`. */
export const exportCommand: Command = {
  name: 'export',
  operands: '[session|file|folder|project|-]',
  summary: 'Export sessions as shareable HTML, Markdown or JSON.',
  description:
    'Writes a page for each session, combined pages for each project, and an index of all projects into a folder; or ' +
    'everything into one file if -o names one, or to standard output if it is "-". Takes anything "show" takes, a folder ' +
    'of transcripts, or part of a project path; with no argument, the current project. Deleted sessions are read from ' +
    'the archive. HTML pages are self-contained and load nothing from the network. A second run rewrites only what ' +
    'changed.',
  options: [
    {
      name: 'output',
      short: 'o',
      value: 'path',
      help: 'A folder, a file (.html, .md, .json), or "-". Default: recount-export.',
    },
    {
      name: 'format',
      short: 'f',
      value: 'name',
      choices: ['html', 'md', 'json', 'chorus'],
      isOpen: true,
      synonyms: new Map([['markdown', 'md']]),
      help: 'Output format: html, md, json (see docs/page.md) chorus (complete conversations in a .chorus store below the folder), or the output of a plugin. Default: by the file name, or html.',
    },
    {
      name: 'all',
      aliases: ['all-projects'],
      help: 'Export everything on disk and in the archive. With "latest": the latest session of any project.',
    },
    {
      name: 'project',
      aliases: ['filter-path'],
      value: 'text',
      help: 'Only projects whose path contains this.',
    },
    {
      name: 'session',
      aliases: ['session-id'],
      value: 'id',
      help: 'Only sessions whose id starts with this.',
    },
    {
      name: 'after',
      aliases: ['from-date'],
      value: 'time',
      help: 'Only what happened after this: 2026-01-31, yesterday, 3d, "last week".',
    },
    {name: 'before', value: 'time', help: 'Only what happened before this.'},
    {
      name: 'until',
      aliases: ['to-date'],
      value: 'time',
      help: 'Like --before, but includes the whole day or week.',
    },
    {name: 'agent', value: 'name', help: 'Only agents whose name or id starts with this.'},
    depthOption('tool', '; in JSON: all'),
    {
      name: 'detail',
      value: 'level',
      choices: ['full', 'high', 'low', 'minimal', 'user-only'],
      isHidden: true,
      help: "claude-code-log's names for --depth; the last three also hide thinking and recaps.",
    },
    {name: 'no-thinking', help: 'Hide thinking.'},
    {name: 'no-recaps', help: 'Hide "while you were away" recaps.'},
    {name: 'no-timestamps', help: 'Hide timestamps.'},
    {name: 'compact', help: 'In Markdown, write one line for each call.'},
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
      help: 'Images: embed (in the page), files (next to it) or none. Default: embed; in Markdown files, or none on standard output.',
    },
    {
      name: 'git-link',
      value: 'template',
      help: 'Link commits and files: https://github.com/o/r/commit/{sha}, or …/blob/main/{path}#L{line}; separate two templates with a space.',
    },
    {
      name: 'assets',
      value: 'where',
      choices: ['inline', 'link'],
      help: 'Style and script: inline (in each page; default) or link (one shared copy).',
    },
    {
      name: 'no-individual',
      aliases: ['no-individual-sessions'],
      help: 'Do not write a page for each session.',
    },
    {name: 'no-combined', help: 'Do not write combined pages.'},
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
      help: 'Maximum entries per combined page; sessions are never split. Default: 2000.',
    },
    {name: 'open', aliases: ['open-browser'], help: 'Open the result in your browser.'},
  ],
  examples: [
    'recount export latest -o session.html',
    'recount export --all -o ~/claude-pages',
    'recount export ~/.claude/projects --after "last week" --format md',
    'recount export 3ae4c46c -o - --format json',
    'recount export --all --format chorus -o ~/work',
  ],
  load: async () => (await import('./run-export.ts')).runExport,
}
