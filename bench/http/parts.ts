/** Parts of metering in the order in which they are switched on; with none, there is the door alone. */
export const parts = ["key", "limit", "ledger context", "the operation's own read", "log"] as const

export type Part = (typeof parts)[number]
