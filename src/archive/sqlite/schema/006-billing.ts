/**
 * What changes the price of a response next to its tokens: where it ran, that it was a batch, and the web searches of the
 * client's own tool. Older recounts noted only fast mode. The files that can have any of it are read again: requests have a
 * place since February 2026. So are files with calls that failed: a stream's result may list them as denied.
 */
export const billing = `
alter table answer rename column fast to modes;  -- how it was served, as bits: 1 fast mode, 2 in the US only, 4 in a batch
alter table spent rename column fast to modes;   -- the same
alter table call add column searches integer;    -- web searches that its result reports

drop view spent_on;
create view spent_on as
  select session, value ->> 0 as quarter, value ->> 1 as model, value ->> 2 as modes, value ->> 3 as band,
    value ->> 4 as agent, value ->> 5 as final, value ->> 6 as tool, value ->> 7 as answers, value ->> 8 as input,
    value ->> 9 as output, value ->> 10 as cache_read, value ->> 11 as cache_write_5m,
    value ->> 12 as cache_write_1h, value ->> 13 as web_searches
  from by_tool, json_each(by_tool.spent);

insert into behind select distinct file from answer where time is null or time >= 1769904000000
  union select distinct file from call where tool = 'WebSearch' or failed = 1 on conflict do nothing;
insert into touched select id from session where true on conflict do nothing;
`
