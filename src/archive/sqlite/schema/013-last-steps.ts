/** What lists show of the state of a session, of its active time and of the lines that it changed. All files are read again for it. */
export const lastSteps = `
alter table file add column last_step text;              -- of the session in last_session
alter table mention add column last_step text;           -- what its last record says: see LastStep
alter table mention add column headless integer;         -- 1 if a program ran it
alter table mention add column active integer not null default 0; -- milliseconds without pauses
alter table call add column added integer;               -- lines of files
alter table call add column removed integer;
alter table session add column last_step text;
alter table session add column headless integer not null default 0;
alter table session add column active integer not null default 0;
alter table session add column added integer not null default 0;
alter table session add column removed integer not null default 0;
alter table session add column trivial integer not null default 0; -- 1 if nothing was asked, or only something like "ping"
`
