/** The first schema. Ids that others see are texts from the files; numbers are only this database's own. */
export const initialSchema = `
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
  replaced integer not null default 0, -- the number of an older content of the same path
  changed integer not null default 0, -- larger than that of all files that were read on before: the search index follows it
  last_session text,                -- that a stream's lines named last
  last_answer text                  -- that was begun last in its main thread
) strict;
create index file_session on file (session);
create index file_changed on file (changed);

create table block (
  file integer not null,
  start integer not null,           -- offset of its first byte
  length integer not null,          -- bytes, unpacked
  line integer not null,            -- number of its first line, from 1
  packed blob not null,             -- brotli
  primary key (file, start)
) strict, without rowid;

-- which archive this is, so that an index made from another one is not taken for its own
create table archive (id text not null) strict;
insert into archive values (lower(hex(randomblob(16))));

-- a tool call by one file, and how it ended
create table call (
  session text not null,
  id text not null,
  file integer not null,
  line integer,                     -- of the call; nothing where the file has only its result
  agent text,
  tool text,
  path text,                        -- the file that it is about
  time integer,
  failed integer,                   -- nothing where the file has no result
  primary key (session, id, file)
) strict, without rowid;

create table answer (
  message text not null,
  file integer not null,
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

-- sessions that have an answer in common, both ways
create table kin (
  session text not null,
  other text not null,
  primary key (session, other)
) strict, without rowid;

create table report (
  file integer not null,
  line integer not null,
  record integer not null,
  session text not null,
  id text not null,                 -- the same in all copies of it
  kind text not null,
  time integer,
  cost real,
  totals text not null,             -- JSON: totals, sinceLast, usage
  primary key (file, line, record)
) strict, without rowid;
create index report_session on report (session);

create table mention (
  session text not null,
  file integer not null,
  cwd text,
  branch text,
  version text,
  model text,
  started integer,
  ended integer,
  turns integer not null,
  records integer not null,
  bytes integer not null,           -- of its whole lines
  said integer not null,            -- 1 where anything in it can be found
  custom_title text,
  ai_title text,
  summary_title text,
  agent_title text,
  prompt_title text,
  primary key (session, file)
) strict, without rowid;
create index mention_file on mention (file);

-- titles that old clients wrote into another session's file: they are of the session that has the record
create table leaf_title (
  file integer not null,
  line integer not null,
  leaf text not null,               -- the record's id
  title text not null,
  session text,                     -- once it is found
  looked integer not null default 0, -- the last row of leaf_place that was looked at for it
  primary key (file, line)
) strict, without rowid;
create index leaf_title_session on leaf_title (session);

-- the records of clients that wrote such titles, each by the 16 bytes of its id
create table leaf_place (
  id integer primary key,
  session text not null,
  records blob not null
) strict;

-- sessions whose rows below must be made again
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
  model text not null,              -- '' if unknown
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
