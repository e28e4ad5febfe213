/**
 * Lists find what is rare by an index.
 *
 * What is listed by its status is mostly looked for when something went wrong, so only those statuses stand in an index: a run
 * that ends well and a delivery that arrives are written to none more than before. Tags are kept by a trigger, so that no
 * writer can leave them out, and an export leaves them behind.
 */
const tagged = (change: string, tags: string) => `
  insert into change_tags (organization_id, tag, detected_at, change_id, monitor_id, target_type, change_detection_type)
  select distinct ${change}.organization_id, t.value, ${change}.detected_at, ${change}.id, ${change}.monitor_id,
    ${change}.target_type, ${change}.change_detection_type
  from ${tags}`

export const statements = `
alter table runs add column unusual text
  generated always as (iif(status in ('failed', 'skipped'), status, null)) virtual;
create index runs_unusual on runs (organization_id, unusual, queued_at desc, id desc) where unusual is not null;
create index runs_unusual_of_monitor on runs (monitor_id, unusual, queued_at desc, id desc) where unusual is not null;

alter table deliveries add column unusual text
  generated always as (iif(status in ('retrying', 'failed', 'cancelled'), status, null)) virtual;
create index deliveries_unusual on deliveries (organization_id, unusual, created_at desc, id desc) where unusual is not null;
create index deliveries_of_batches on deliveries (organization_id, created_at desc, id desc) where batch_id is not null;

create table change_tags (
  organization_id text not null,
  tag text not null,
  detected_at integer not null,
  change_id text not null,
  monitor_id text not null,
  target_type text not null,
  change_detection_type text not null,
  primary key (organization_id, tag, detected_at desc, change_id desc)
) strict, without rowid;
create trigger changes_are_tagged after insert on changes when new.tags <> '[]' begin
  ${tagged("new", "json_each(new.tags) t")};
end;
${tagged("c", "changes c, json_each(c.tags) t")};

create index request_logs_errors on request_logs (organization_id, at desc, request_id desc) where status_code >= 400;
`
