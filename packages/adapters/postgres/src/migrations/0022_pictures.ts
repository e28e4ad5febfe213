/**
 * Pictures of versions: a part that goes before the rest of its version, so what pictures take is counted by itself.
 *
 * Versions of before have none.
 */
export const statements = `
alter table monitor_versions add column has_picture boolean not null default false;
-- Bytes of its picture as it is stored; null while it is not counted, and where there is none.
alter table monitor_versions add column picture_size bigint;
create index monitor_versions_picture_replaced on monitor_versions (replaced_at)
  where kept and has_picture and replaced_at is not null;
create index monitor_versions_picture_taken on monitor_versions (organization_id, captured_at)
  where kept and has_picture;

alter table version_sums add column pictures bigint not null default 0;
alter table version_sums add column picture_bytes bigint not null default 0;
create index version_sums_pictures on version_sums (pictures);
create index version_sums_picture_bytes on version_sums (picture_bytes);
`
