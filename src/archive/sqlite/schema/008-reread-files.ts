/**
 * Everything that an older recount noted of records is noted again, from the bytes that were kept: it could not read JSON
 * that extends over several lines, agents in `progress` records and much else, and took journals of workflows for sessions.
 * A later change of what is noted needs such a step as well.
 */
export const rereadAll = `
insert into behind select id from file where kind = 'lines' on conflict do nothing;
-- filled again with the files
delete from leaf_place;
update leaf_title set looked = 0;
`
