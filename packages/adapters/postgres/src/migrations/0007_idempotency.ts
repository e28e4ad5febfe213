/**
 * What idempotency keys stand for, for every operation that takes one.
 *
 * `retry_keys`, where only retries of deliveries kept theirs, is no longer read or written. It stays for processes of the
 * version before, which may go on beside this one for a while.
 */
export const statements = `
create table idempotency_keys (
  organization_id text collate "C" not null,
  operation text collate "C" not null,
  key text collate "C" not null,
  digest text not null,
  -- Given back as it came, so never stored as json.
  answer text not null,
  -- Null for a key that lives as long as what was made.
  expires_at timestamptz(3),
  primary key (organization_id, operation, key)
);
create index idempotency_keys_expiring on idempotency_keys (expires_at) where expires_at is not null;
`
