import type {SessionCard} from '../../page/index.ts'
import {excerpt} from './excerpt.ts'

/** What to call a session: its title, else what was asked first, else the beginning of its id. On one line, not yet escaped. */
export const sessionTitle = ({
  title,
  firstPrompt,
  id,
}: Pick<SessionCard, 'title' | 'firstPrompt' | 'id'>): string =>
  [title, firstPrompt, `Session ${id.slice(0, 8)}`]
    .map((name) => excerpt(name ?? '', 100))
    .find((name) => name !== '') ?? 'Session'
