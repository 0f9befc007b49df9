/** What was spent on each tool. Calls that were kept before this do not say which answer made them; `behind` has their files. */
export const toolTables = `
alter table call add column message text;       -- the answer that it is part of
alter table call add column ended integer;      -- when its result came
alter table call add column characters integer; -- of text in its result

alter table session add column called text not null default '[]'; -- the tools that were called, the most called first, in JSON

-- spent, parted by what the answers called
create table spent_on (
  session text not null,
  quarter integer not null,
  model text not null,
  fast integer not null,
  band integer not null,
  agent integer not null,
  final integer not null,
  tool text not null,               -- '(none)', '(several)' for different ones in one answer, '(untold)' for what is in no line
  answers integer not null,
  input integer not null,
  output integer not null,
  cache_read integer not null,
  cache_write_5m integer not null,
  cache_write_1h integer not null,
  web_searches integer not null,
  primary key (session, quarter, model, fast, band, agent, final, tool)
) strict, without rowid;

-- the calls of one tool in a quarter of an hour, each once, however many sessions have a copy of it
create table used (
  session text not null,
  quarter integer not null,
  tool text not null,
  calls integer not null,
  failed integer not null,
  timed integer not null,           -- calls of which both times are known
  duration integer not null,        -- of those, in milliseconds
  characters integer not null,      -- of text in the results
  primary key (session, quarter, tool)
) strict, without rowid;

-- files whose calls must be read again
create table behind (file integer primary key) strict;
insert into behind select id from file where kind = 'lines';
insert into touched select id from session where true on conflict do nothing;
`
