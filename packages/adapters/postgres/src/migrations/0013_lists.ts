/**
 * Lists find what is rare by an index.
 *
 * What is listed by its status is mostly looked for when something went wrong, so only those statuses stand in an index. They
 * have columns of their own, which stay null where all goes well: an index that knew of `status` would be written with every
 * step of every run, because a row whose indexed columns change is written to all its indexes anew. Tags are kept by a
 * trigger, so that no writer can leave them out, processes of the version before included, and an export leaves them behind.
 */
export const statements = `
alter table runs add column unusual text
  generated always as (case when status in ('failed', 'skipped') then status end) stored;
create index runs_unusual on runs (organization_id, unusual, queued_at desc, id desc) where unusual is not null;
create index runs_unusual_of_monitor on runs (monitor_id, unusual, queued_at desc, id desc) where unusual is not null;

alter table deliveries add column unusual text
  generated always as (case when status in ('retrying', 'failed', 'cancelled') then status end) stored;
create index deliveries_unusual on deliveries (organization_id, unusual, created_at desc, id desc) where unusual is not null;
create index deliveries_of_batches on deliveries (organization_id, created_at desc, id desc) where batch_id is not null;

drop index changes_tags;
create table change_tags (
  organization_id text collate "C" not null,
  tag text collate "C" not null,
  detected_at timestamptz(3) not null,
  change_id text collate "C" not null,
  monitor_id text collate "C" not null,
  target_type text not null,
  change_detection_type text not null,
  primary key (organization_id, tag, detected_at, change_id)
);
create function tag_change() returns trigger language plpgsql as $$
begin
  insert into change_tags (organization_id, tag, detected_at, change_id, monitor_id, target_type, change_detection_type)
  select distinct new.organization_id, t.tag, new.detected_at, new.id, new.monitor_id, new.target_type,
    new.change_detection_type
  from unnest(new.tags) t (tag);
  return null;
end
$$;
create trigger changes_are_tagged after insert on changes for each row when (new.tags <> '{}') execute function tag_change();
insert into change_tags (organization_id, tag, detected_at, change_id, monitor_id, target_type, change_detection_type)
select distinct c.organization_id, t.tag, c.detected_at, c.id, c.monitor_id, c.target_type, c.change_detection_type
from changes c, unnest(c.tags) t (tag);

create index request_logs_errors on request_logs (organization_id, at desc, request_id desc) where status_code >= 400;
`
