/**
 * A path that was rewritten has several files: `generation` distinguishes them, which was a part of the path before, so that
 * `a.txt~1` could be the older content of `a.txt` or another file. Lines that are too long to be parsed are also kept.
 */
export const generations = `
create table file_new (
  id integer primary key,
  path text not null,
  generation integer not null default 0, -- 0 for what the path contains now; older contents are numbered from 1, the oldest first
  root text not null,               -- the folder it was found below
  kind text not null,               -- 'lines' (transcripts and streams) or 'whole' (meta files, tool results)
  session text,                     -- that the file is named after
  agent text,                       -- whose file it is, by id
  meta text,                        -- what is known of the agent, in JSON
  device text not null,
  inode text not null,
  size integer not null,            -- bytes kept
  modified integer not null,        -- milliseconds
  offset integer not null,          -- after the last line that was read
  lines integer not null,           -- complete lines read
  head text not null,               -- fingerprint of the first bytes
  tail text not null,               -- fingerprint of the bytes before offset
  verified integer not null default 0, -- bytes kept when all of them were last compared with the file
  seen integer not null,            -- when it was last seen on disk
  vanished integer,                 -- when it was first missing
  changed integer not null default 0, -- larger than that of every file read before it: the search index follows it
  last_session text,                -- that a stream's lines named last
  last_answer text,                 -- that was begun last in its main thread
  unique (path, generation)
) strict;
insert into file_new (id, path, generation, root, kind, session, agent, meta, device, inode, size, modified, offset, lines,
    head, tail, seen, vanished, changed, last_session, last_answer)
  select id, case replaced when 0 then path else substr(path, 1, length(path) - length('~' || replaced)) end, replaced,
    root, kind, session, agent, meta, device, inode, size, modified, offset, lines,
    head, tail, seen, vanished, changed, last_session, last_answer from file;
drop table file;
alter table file_new rename to file;
create index file_session on file (session);
create index file_changed on file (changed);

alter table block add column unread integer not null default 0; -- 1 for a part of a line that is too long to be parsed
`
