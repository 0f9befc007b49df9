/** The first schema. Ids that others see are texts from the files; numbers are only this database's own. */
export const begin = `
create table file (
  id integer primary key,
  path text not null unique,
  root text not null,               -- the folder it was found below
  kind text not null,               -- 'lines' (transcripts and streams) or 'whole' (meta files, tool results)
  session text,                     -- that the file is named after
  agent text,                       -- whose file it is, by id
  meta text,                        -- what is known of the agent, in JSON
  device text not null,
  inode text not null,
  size integer not null,            -- bytes kept
  modified integer not null,        -- milliseconds
  offset integer not null,          -- after the last whole line that was read
  lines integer not null,           -- whole lines read
  head text not null,               -- fingerprint of the first bytes
  tail text not null,               -- fingerprint of the bytes before offset
  seen integer not null,            -- when it was last seen on disk
  vanished integer,                 -- when it was first missed
  replaced integer not null default 0 -- the number of an older content of the same path
) strict;
create index file_session on file (session);

create table block (
  file integer not null references file on delete cascade,
  start integer not null,           -- offset of its first byte
  length integer not null,          -- bytes, unpacked
  line integer not null,            -- number of its first line, from 1
  packed blob not null,             -- brotli
  primary key (file, start)
) strict, without rowid;

-- which archive this is, so that an index made from another one is not taken for its own
create table archive (id text not null) strict;
insert into archive values (lower(hex(randomblob(16))));

create table entry (
  id integer primary key autoincrement, -- never used again: the search index follows it
  file integer not null references file on delete cascade,
  line integer not null,
  record integer not null,
  part integer not null,
  session text not null,
  agent text,
  kind text not null,
  time integer,
  message text,                     -- the record's own id
  tool text,
  call text,
  path text,
  failed integer not null
) strict;
create unique index entry_place on entry (file, line, record, part);
create index entry_session on entry (session, time);
create index entry_time on entry (time);

-- entries that are no more, for the search index to forget
create table gone (
  id integer primary key autoincrement,
  entry integer not null,
  file integer not null
) strict;
create trigger entry_gone after delete on entry begin
  insert into gone (entry, file) values (old.id, old.file);
end;

create table call (
  id text not null,
  session text not null,
  file integer not null references file on delete cascade,
  line integer not null,
  agent text,
  tool text not null,
  time integer,
  primary key (id, session, file)
) strict, without rowid;
create index call_session on call (session, tool);
create index call_file on call (file);

create table result (
  call text not null,
  session text not null,
  file integer not null references file on delete cascade,
  failed integer not null,
  time integer,
  primary key (call, session, file)
) strict, without rowid;
create index result_session on result (session, failed);
create index result_file on result (file);

create table answer (
  message text not null,
  file integer not null references file on delete cascade,
  session text not null,
  line integer not null,            -- its first
  agent text,
  model text,
  time integer,
  input integer not null,
  output integer not null,
  cache_read integer not null,
  cache_write_5m integer not null,
  cache_write_1h integer not null,
  web_searches integer not null,
  fast integer not null,
  final integer not null,
  streamed integer not null,        -- 1 where it came in a stream, whose next result counts it
  cost real,
  primary key (session, message, file)
) strict, without rowid;
create index answer_message on answer (message, session);
create index answer_file on answer (file, line);

-- sessions that have an answer in common, both ways
create table kin (
  session text not null,
  other text not null,
  primary key (session, other)
) strict, without rowid;

create table report (
  file integer not null references file on delete cascade,
  line integer not null,
  record integer not null,
  session text not null,
  kind text not null,
  time integer,
  cost real,
  totals text not null,             -- JSON: totals, sinceLast, usage
  primary key (file, line, record)
) strict, without rowid;
create index report_session on report (session);

create table mention (
  session text not null,
  file integer not null references file on delete cascade,
  cwd text,
  branch text,
  version text,
  model text,
  started integer,
  ended integer,
  turns integer not null,
  records integer not null,
  bytes integer not null,
  custom_title text,
  ai_title text,
  summary_title text,
  agent_title text,
  prompt_title text,
  primary key (session, file)
) strict, without rowid;
create index mention_file on mention (file);

-- sessions whose rows below must be made anew
create table touched (session text primary key) strict, without rowid;

create table session (
  id text primary key,
  title text,
  project text,
  branch text,
  version text,
  model text,
  started integer,
  ended integer,
  turns integer not null,
  tools integer not null,
  errors integer not null,
  agents integer not null,
  records integer not null,
  bytes integer not null
) strict, without rowid;
create index session_ended on session (ended);

create table spent (
  session text not null,
  quarter integer not null,         -- of an hour, since 1970
  model text not null,              -- '' where nothing tells
  fast integer not null,
  band integer not null,            -- of the prompt's size: 0 up to 100k tokens, 1 up to 200k, 2 above
  agent integer not null,           -- 1 for what agents spent
  final integer not null,           -- 0 where output is a lower bound
  answers integer not null,
  input integer not null,
  output integer not null,
  cache_read integer not null,
  cache_write_5m integer not null,
  cache_write_1h integer not null,
  web_searches integer not null,
  primary key (session, quarter, model, fast, band, agent, final)
) strict, without rowid;
create index spent_quarter on spent (quarter);

create table reported (
  session text not null,
  quarter integer not null,
  cost integer not null,            -- micro-dollars, as the client said
  primary key (session, quarter)
) strict, without rowid;
create index reported_quarter on reported (quarter);
`
