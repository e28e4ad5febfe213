/** What waits for a subscription, which is told a new address or removed, in an index of its own: it may have had a year of deliveries. */
export const statements = `
create index deliveries_of_subscription on deliveries (subscription_id) where due_at is not null;
`
