import type {GatheredMention} from '../facts/gather-mentions.ts'
import type {Database} from './driver.ts'
import {statements} from './statements.ts'

const sql = statements({
  touch: 'insert into touched (session) values (?) on conflict do nothing',
  mention: `insert into mention (session, file, cwd, branch, version, model, started, ended, turns, records, bytes, said,
      custom_title, ai_title, summary_title, agent_title, prompt_title)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict do update set
      cwd = coalesce(cwd, excluded.cwd),
      branch = coalesce(excluded.branch, branch),
      version = coalesce(excluded.version, version),
      model = coalesce(excluded.model, model),
      started = coalesce(min(started, excluded.started), started, excluded.started),
      ended = coalesce(max(ended, excluded.ended), ended, excluded.ended),
      turns = turns + excluded.turns,
      records = records + excluded.records,
      bytes = bytes + excluded.bytes,
      said = max(said, excluded.said),
      custom_title = coalesce(excluded.custom_title, custom_title),
      ai_title = coalesce(excluded.ai_title, ai_title),
      summary_title = coalesce(excluded.summary_title, summary_title),
      agent_title = coalesce(excluded.agent_title, agent_title),
      prompt_title = coalesce(prompt_title, excluded.prompt_title)`,
})

/** Keeps what is said about sessions, added to what the file said before. */
export function keepMentions(
  database: Database,
  file: number,
  mentions: ReadonlyMap<string, GatheredMention>,
): void {
  for (const [id, mention] of mentions) {
    const {cwd, branch, version, model, started, ended, turns, records, bytes, said, titles} = mention
    sql(database).mention.run(
      id,
      file,
      cwd ?? null,
      branch ?? null,
      version ?? null,
      model ?? null,
      started ?? null,
      ended ?? null,
      turns,
      records,
      bytes,
      Number(said),
      titles.get('custom') ?? null,
      titles.get('ai') ?? null,
      titles.get('summary') ?? null,
      titles.get('agent') ?? null,
      titles.get('prompt') ?? null,
    )
  }
}

/** Notes that the rows of sessions must be made anew. */
export function touchSessions(database: Database, sessions: Iterable<string>): void {
  for (const session of sessions) sql(database).touch.run(session)
}
