/** What users say about sessions and messages. Nothing else has it, so it is never made again, and each row has a checksum. */
export const curationTable = `
create table curation (
  session text not null,
  message text not null,            -- the id of a record; '' for the session itself
  name text,
  starred integer not null,
  hidden integer not null,
  tags text not null,               -- a JSON array
  note text,
  changed integer not null,         -- milliseconds; grows with every change of the row
  checksum integer not null,
  primary key (session, message)
) strict, without rowid;
`
