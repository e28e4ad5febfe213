/** What a process that gives grants is told to do. */
import { createHash } from "node:crypto"

/** Where in the write of a step the process dies: before or behind it, or that many turns of its loop after it began. */
export type Place = "before" | "behind" | number

export type GrantStep = { readonly dies?: Place } & (
  | { readonly does: "consent" }
  | { readonly does: "redeem"; readonly kind: "code" | "refresh"; readonly client: string; readonly token: string }
  | { readonly does: "call"; readonly token: string }
  | { readonly does: "find"; readonly digests: ReadonlyArray<string> }
)

export const verifier = "v".repeat(43)

export const challenge = createHash("sha256").update(verifier).digest("base64url")
