/**
 * Turns at hosts that ask for a pause between two requests. Not logged, since a pause that is forgotten in a crash is soon over; with
 * room in each page, so that a turn moves no index; by the hour of the last, so that what nobody asks for any more is found.
 */
export const statements = `
create unlogged table host_pauses (
  host text collate "C" primary key,
  turns jsonb not null,
  version bigint not null,
  hour integer not null
) with (fillfactor = 50);
create index host_pauses_hours on host_pauses (hour);
`
