/**
 * Calls that were refused, which are no errors but never began either. Older recounts took both, and what was stopped,
 * for errors: the files that have any are read again.
 */
export const denied = `
alter table call add column denied integer;     -- it was not allowed to run
insert into behind select distinct file from call where failed = 1 on conflict do nothing;
update call set failed = null where failed = 1;
`
