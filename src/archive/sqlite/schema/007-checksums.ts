/** A checksum shows that a block is not what was kept, and what a repair could not save is noted. */
export const checksums = `
alter table block add column checksum integer; -- CRC-32 of the unpacked bytes; missing in blocks of an older recount

-- bytes of a file that were damaged and are nowhere else
create table lost (
  file integer not null,
  start integer not null,           -- offset in the kept bytes; these follow each other without a gap
  length integer not null,          -- bytes that are missing there
  noticed integer not null,         -- when that was noticed, in milliseconds
  primary key (file, start)
) strict, without rowid;
`
