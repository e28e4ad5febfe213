/**
 * How many of the credits that were debited for a batch never expire, so that what it gives back is as it was taken.
 *
 * Of batches that were accepted before it is not known: theirs last.
 */
export const statements = `
alter table batches add column lasting bigint;
`
