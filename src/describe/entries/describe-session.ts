import type {MessageOf} from '../../model/index.ts'
import {type Entry, field, fields, plain} from '../../page/index.ts'
import {type EntryContext, makeEntry} from './make-entry.ts'

/** A title, a description and a link that the user gives a run. */
export interface Heading {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly url?: string | undefined
}

/** Describes the start of a session. Its tools are left out: there are many, and no one reads them. */
export function describeSession(
  context: EntryContext,
  heading: Heading,
  init: MessageOf<'init'> | undefined,
): Entry {
  const {session} = context
  return makeEntry(context, {
    kind: 'session',
    title: heading.title ?? 'Session Initialized',
    subject: heading.title ?? session.id,
    asked: [
      ...(heading.description === undefined ? [] : [plain(heading.description)]),
      ...fields(
        field('url', 'URL', heading.url),
        field('setting', 'Session ID', session.id),
        field('model', 'Model', init?.model ?? [...session.models][0]),
        field('folder', 'Folder', session.cwd),
        field('setting', 'Branch', session.gitBranch),
      ),
    ],
  })
}
