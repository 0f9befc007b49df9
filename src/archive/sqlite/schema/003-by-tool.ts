/** Tool statistics in one row per session; the tables that contained them before are views now. */
export const byTool = `
create table by_tool (
  session text primary key,
  spent text not null,              -- JSON, the rows of spent_on
  used text not null                -- JSON, the rows of used
) strict, without rowid;
insert into by_tool select session, coalesce(max(spent), '[]'), coalesce(max(used), '[]') from (
  select session, null as used, json_group_array(json_array(quarter, model, fast, band, agent, final, tool,
      answers, input, output, cache_read, cache_write_5m, cache_write_1h, web_searches)) as spent
    from spent_on group by session
  union all
  select session, json_group_array(json_array(quarter, tool, calls, failed, timed, duration, characters)), null
    from used group by session
) group by session;
drop table spent_on;
drop table used;

-- spent, parted by what the answers called: '(none)', '(several)' for different ones in one answer, '(untold)' for what is in no line
create view spent_on as
  select session, value ->> 0 as quarter, value ->> 1 as model, value ->> 2 as fast, value ->> 3 as band,
    value ->> 4 as agent, value ->> 5 as final, value ->> 6 as tool, value ->> 7 as answers, value ->> 8 as input,
    value ->> 9 as output, value ->> 10 as cache_read, value ->> 11 as cache_write_5m,
    value ->> 12 as cache_write_1h, value ->> 13 as web_searches
  from by_tool, json_each(by_tool.spent);

-- the calls of one tool in a quarter of an hour, each once, however many sessions have a copy of it
create view used as
  select session, value ->> 0 as quarter, value ->> 1 as tool, value ->> 2 as calls, value ->> 3 as failed,
    value ->> 4 as timed, value ->> 5 as duration, value ->> 6 as characters
  from by_tool, json_each(by_tool.used);
`
