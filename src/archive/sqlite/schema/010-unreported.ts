/**
 * What a session spent after the last report of its stream is kept apart, because it is added to what was reported; turns
 * that a stream has without a request or a result are counted; and calls count for the session that their response counts for.
 */
export const unreported = `
alter table mention add column woken integer not null default 0; -- turns that a stream began without a result of the one before
create table spent_parted (
  session text not null,
  quarter integer not null,         -- of an hour, since 1970
  model text not null,              -- '' if unknown
  modes integer not null,           -- how it was served, as bits: 1 fast mode, 2 in the US only, 4 in a batch
  band integer not null,            -- of the prompt's size: 0 up to 100k tokens, 1 up to 200k, 2 above
  agent integer not null,           -- 1 for what agents spent
  final integer not null,           -- 0 where output is a lower bound
  unreported integer not null,      -- 1 for what came after the last report of its stream
  answers integer not null,
  input integer not null,
  output integer not null,
  cache_read integer not null,
  cache_write_5m integer not null,
  cache_write_1h integer not null,
  web_searches integer not null,
  primary key (session, quarter, model, modes, band, agent, final, unreported)
) strict, without rowid;
insert into spent_parted select session, quarter, model, modes, band, agent, final, 0, answers, input, output,
  cache_read, cache_write_5m, cache_write_1h, web_searches from spent;
drop table spent;
alter table spent_parted rename to spent;
create index spent_quarter on spent (quarter);

drop view spent_on;
create view spent_on as
  select session, value ->> 0 as quarter, value ->> 1 as model, value ->> 2 as modes, value ->> 3 as band,
    value ->> 4 as agent, value ->> 5 as final, coalesce(value ->> 14, 0) as unreported, value ->> 6 as tool,
    value ->> 7 as answers, value ->> 8 as input, value ->> 9 as output, value ->> 10 as cache_read,
    value ->> 11 as cache_write_5m, value ->> 12 as cache_write_1h, value ->> 13 as web_searches
  from by_tool, json_each(by_tool.spent);

insert into touched select id from session where true on conflict do nothing;
`
