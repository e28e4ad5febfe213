/**
 * How monitors stand is told without a look at those that are well.
 *
 * Those that are paused or fail are few of many, and stand in an index in the order of their list; what changes with every run stands
 * not in it. What is looked at next is found by its time among those of its organization.
 */
export const statements = `
create index monitors_unusual on monitors (organization_id, status, created_at desc, id desc) where status <> 'active';
create index monitors_next on monitors (organization_id, next_run_at, id) where next_run_at is not null;
`
