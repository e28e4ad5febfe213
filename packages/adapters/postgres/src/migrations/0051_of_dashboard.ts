/**
 * Calls that screens of the dashboard make by themselves are told from those of people and programs. An index holds the latter alone:
 * a list without the former is found however many of them there are.
 */
export const statements = `
alter table request_logs add column of_dashboard boolean not null default false;
create index request_logs_called on request_logs (organization_id, at desc, request_id desc) where not of_dashboard;
`
