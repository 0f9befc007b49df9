import type {Facts} from '../facts/facts.ts'
import type {Database} from './driver.ts'
import type {PackedPiece} from './keep-piece.ts'
import {statements} from './statements.ts'

const sql = statements({
  touch: 'insert into touched (session) values (?) on conflict do nothing',
  mention: `insert into mention (session, file, cwd, branch, version, model, started, ended, turns, records, bytes,
      custom_title, ai_title, summary_title, agent_title, prompt_title)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
      custom_title = coalesce(excluded.custom_title, custom_title),
      ai_title = coalesce(excluded.ai_title, ai_title),
      summary_title = coalesce(excluded.summary_title, summary_title),
      agent_title = coalesce(excluded.agent_title, agent_title),
      prompt_title = coalesce(prompt_title, excluded.prompt_title)`,
})

interface Mention {
  cwd: string | undefined
  branch: string | undefined
  version: string | undefined
  model: string | undefined
  started: number | undefined
  ended: number | undefined
  turns: number
  records: number
  readonly titles: Map<string, string>
}

/**
 * Keeps what a piece says about each session in it, added to what the file said before. The unfinished line is left out.
 * `sessions` are those of its records.
 */
export function keepMentions(
  database: Database,
  file: number,
  piece: PackedPiece,
  sessions: readonly string[],
): void {
  const mentions = new Map<string, Mention>()
  piece.records.forEach(({line, facts}, at) => {
    const session = sessions[at]
    if (line > piece.to.lines || session === undefined) return
    const mention = mentions.get(session) ?? newMention()
    if (mention.records === 0) mentions.set(session, mention)
    note(mention, facts)
  })
  const run = sql(database)
  const bytes = piece.to.offset - (piece.from?.offset ?? 0)
  for (const [id, mention] of mentions) {
    const {cwd, branch, version, model, started, ended, turns, records, titles} = mention
    const title = (source: string): string | null => titles.get(source) ?? null
    run.mention.run(
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
      Math.round(bytes / mentions.size),
      title('custom'),
      title('ai'),
      title('summary'),
      title('agent'),
      title('prompt'),
    )
  }
  for (const session of new Set(sessions)) run.touch.run(session)
}

const newMention = (): Mention => ({
  cwd: undefined,
  branch: undefined,
  version: undefined,
  model: undefined,
  started: undefined,
  ended: undefined,
  turns: 0,
  records: 0,
  titles: new Map(),
})

function note(mention: Mention, {cwd, gitBranch, version, model, time, opensTurn, title}: Facts): void {
  mention.records += 1
  mention.turns += opensTurn ? 1 : 0
  mention.cwd ??= cwd
  mention.branch = gitBranch ?? mention.branch
  mention.version = version ?? mention.version
  mention.model = model ?? mention.model
  if (time !== undefined) {
    mention.started = Math.min(mention.started ?? time, time)
    mention.ended = Math.max(mention.ended ?? time, time)
  }
  // The first prompt names a session; of all other titles the newest does.
  if (title && !(title.source === 'prompt' && mention.titles.has('prompt')))
    mention.titles.set(title.source, title.title)
}
