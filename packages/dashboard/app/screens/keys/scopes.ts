/** What keys may do, in the order in which a person decides it. */

export const scopes = [
  "data:execute",
  "monitors:read",
  "monitors:write",
  "batches:read",
  "batches:write",
  "logs:read"
] as const
export type Scope = (typeof scopes)[number]

/** Usual choices; null is everything. */
export const presets = {
  all: null,
  read: ["monitors:read", "batches:read", "logs:read"],
  data: ["data:execute"]
} as const satisfies Readonly<Record<string, ReadonlyArray<Scope> | null>>

export const isScope = (value: string): value is Scope => scopes.some((one) => one === value)
