import type {GatheredCall} from '../facts/gather-calls.ts'
import type {Database} from './driver.ts'
import {insertRows} from './statements.ts'

const insert = insertRows(
  'call',
  [
    'session',
    'id',
    'file',
    'line',
    'agent',
    'tool',
    'path',
    'time',
    'failed',
    'message',
    'ended',
    'characters',
    'denied',
    'searches',
  ],
  `on conflict do update set
    line = coalesce(line, excluded.line),
    agent = coalesce(agent, excluded.agent),
    tool = coalesce(tool, excluded.tool),
    path = coalesce(path, excluded.path),
    time = coalesce(time, excluded.time),
    failed = coalesce(max(failed, excluded.failed), failed, excluded.failed),
    message = coalesce(message, excluded.message),
    ended = coalesce(ended, excluded.ended),
    characters = coalesce(max(characters, excluded.characters), characters, excluded.characters),
    denied = coalesce(max(denied, excluded.denied), denied, excluded.denied),
    searches = coalesce(max(searches, excluded.searches), searches, excluded.searches)`,
)

/** Keeps calls, and how they ended, added to what the file said of them before. */
export function keepCalls(database: Database, file: number, calls: readonly GatheredCall[]): void {
  insert(
    database,
    calls.map(
      ({
        session,
        id,
        line,
        agent,
        tool,
        path,
        time,
        failed,
        message,
        ended,
        characters,
        denied,
        searches,
      }) => [
        session,
        id,
        file,
        line ?? null,
        agent ?? null,
        tool ?? null,
        path ?? null,
        time ?? null,
        failed === undefined ? null : Number(failed),
        message ?? null,
        ended ?? null,
        characters ?? null,
        denied === undefined ? null : Number(denied),
        searches ?? null,
      ],
    ),
  )
}
