import type {Command} from '../arguments/command.ts'
import {allProjectsOption, helpOption} from '../arguments/common-options.ts'
import {displayOptions} from '../arguments/display-options.ts'

/** The commands that run Claude Code, keep what it prints, and move conversations between stores. */
export const recordingVerbs: readonly Command[] = [
  {
    name: 'record',
    operands: '-- <command>…',
    takes: {least: 1, most: Number.POSITIVE_INFINITY},
    summary: 'Run Claude Code, show what it does, and keep every byte of it.',
    description:
      'Runs a command, prints its stream live, and keeps exactly what it printed, with the time each line came, where the ' +
      'archive takes it in. Adds --output-format stream-json --verbose where they are missing. What the command prints goes ' +
      'straight into the recording, so that nothing is lost whatever crashes. Its exit code or signal becomes our own. The ' +
      'first Ctrl-C goes to the command, the second ends it.',
    options: [
      {name: 'store', value: 'folder', help: 'Keep it in this conversation store (.chorus) as well.'},
      {name: 'title', value: 'text', help: 'What to call it.'},
      {
        name: 'agent',
        value: 'name',
        needs: 'store',
        help: 'Whose conversation it is, in the store. Usual: claude.',
      },
      {
        name: 'workspace',
        needs: 'store',
        value: 'name',
        help: 'Where it belongs, in the store. Usual: the name of the folder.',
      },
      {name: 'raw', help: "Print the command's own bytes instead of a page."},
      {name: 'budget', value: 'dollars', help: 'Say so when 80 % and all of this is spent.'},
      {name: 'budget-stop', help: 'Stop the command when all of it is spent.'},
      {
        name: 'ci',
        help: 'Afterwards write a job summary (GITHUB_STEP_SUMMARY), and comment.md, session.html and usage.json.',
      },
      {
        name: 'ci-folder',
        value: 'folder',
        needs: 'ci',
        help: 'Where --ci writes its files. Usual: recount-ci.',
      },
      ...displayOptions,
      {name: 'no-partial', help: 'Show texts only when they are whole.'},
      helpOption,
    ],
    examples: [
      'recount record -- claude -p "Fix the failing test"',
      'recount record --budget 2.50 --budget-stop --ci -- claude -p "Review this change"',
      'recount record --store . --title "Night run" -- claude -p "…" --model opus',
    ],
    load: async () => (await import('../commands/record/run-record.ts')).runRecord,
  },
  {
    name: 'resume',
    operands: '<session> [-- <argument>…]',
    takes: {least: 1, most: Number.POSITIVE_INFINITY},
    summary: 'Go on with a session in its own folder.',
    description:
      'Starts claude --resume in the folder in which the session worked, with whatever arguments follow. "latest" is the ' +
      'latest that Claude Code still has, inside the folder of a project that of the project. If the transcript ' +
      'names another folder than that of its project, asks first. When it cannot resume, it says why and what to do.',
    options: [
      allProjectsOption,
      {name: 'fork', help: 'Go on in a copy, and leave the session as it is.'},
      {name: 'folder', value: 'folder', help: 'Resume in this folder, whichever the transcript names.'},
      {name: 'print', help: 'Print the command for a shell instead of running it.'},
      helpOption,
    ],
    examples: ['recount resume latest', 'recount resume 3ae4c46c --fork -- -p "and now the docs"'],
    load: async () => (await import('../commands/resume/run-resume.ts')).runResume,
  },
  {
    name: 'import',
    operands: '<store|file|folder|session>…',
    takes: {least: 1, most: Number.POSITIVE_INFINITY},
    summary: 'Take conversations over into the archive or a store.',
    description:
      'Copies conversations out of conversation stores (.chorus), recorded streams and transcripts into the archive, byte ' +
      'for byte, or writes them into another store. Importing the same again changes nothing.',
    options: [
      allProjectsOption,
      {name: 'store', value: 'folder', help: 'Write them into this conversation store instead.'},
      {
        name: 'agent',
        value: 'name',
        needs: 'store',
        help: 'Whose they are, in the store. Usual: as they were, or claude.',
      },
      {
        name: 'workspace',
        needs: 'store',
        value: 'name',
        help: 'Where they belong, in the store. Usual: as it was, or the folder they worked in.',
      },
      {name: 'title', value: 'text', needs: 'store', help: 'What to call them, in the store.'},
      helpOption,
    ],
    examples: ['recount import ~/work/.chorus', 'recount import run.jsonl --store . --agent reviewer'],
    load: async () => (await import('../commands/import/run-import.ts')).runImport,
  },
]
