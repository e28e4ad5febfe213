/** Statuses that the column `unusual` tells, by which an index finds them. */

/** Of runs that did not come to look at their page. */
export const isUnusualRun = (status: string): boolean => status === "failed" || status === "skipped"

/** Of deliveries that did not arrive with their first attempt, or never will. */
export const isUnusualDelivery = (status: string): boolean =>
  status === "retrying" || status === "failed" || status === "cancelled"
