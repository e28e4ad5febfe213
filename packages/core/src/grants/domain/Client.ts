/** A program that asks for a grant. */
import { Schema } from "effect"
import { redirectUriProblem } from "./RedirectUri.ts"

export const Client = Schema.Struct({
  /** What it was given when it registered, or the address of its document. */
  id: Schema.String,
  /** What it calls itself: anybody may claim any name. */
  name: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  /** Digest of its secret; null for one that has none, as programs on people's machines have. */
  secretDigest: Schema.NullOr(Schema.String),
  /** The host that its document comes from, which vouches for it; null for one that registered. */
  host: Schema.NullOr(Schema.String)
})
export type Client = typeof Client.Type

/** Who wants to know a client: turns at looking for its document are shared among such. */
export interface Asker {
  /** An organization, or the network of a stranger. */
  readonly owner: string
  readonly isStranger: boolean
}

/** Bounds of what a client may say of itself. @internal */
export const clientLimits = {
  redirectUris: 20,
  /** Of all addresses together: real clients have some hundreds, and what strangers register is kept. */
  redirectUrisLength: 4_096,
  nameLength: 80,
  idLength: 500
} as const

/** Controls, marks that turn the direction of text, and marks that nobody sees. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A name that can stand in a sentence: one line, nothing that cannot be seen, and not too long. */
export const clientName = (given: unknown): string => {
  const text = typeof given === "string" ? given.slice(0, 1_000).replaceAll(unseen, " ") : ""
  const line = text.replaceAll(/\s+/g, " ").trim()
  const letters = [...line]
  return letters.length <= clientLimits.nameLength ? line : `${letters.slice(0, clientLimits.nameLength - 1).join("")}…`
}

/** What is wrong with the addresses that a client names; null when nothing is. */
export const redirectUrisProblem = (given: unknown): string | null => {
  if (!Array.isArray(given) || given.length === 0) return "redirect_uris must name at least one address."
  if (given.length > clientLimits.redirectUris) return `redirect_uris may name ${clientLimits.redirectUris} addresses.`
  for (const [index, uri] of given.entries()) {
    const problem = typeof uri === "string" ? redirectUriProblem(uri) : "is no text"
    if (problem !== null) return `redirect_uris[${index}] ${problem}.`
  }
  return given.join("").length > clientLimits.redirectUrisLength
    ? `redirect_uris may have ${clientLimits.redirectUrisLength} characters together.`
    : null
}

/** Whether an id is the address of a document that describes the client: https, with a path, and nothing hidden in it. */
export const isDocumentAddress = (id: string): boolean => {
  if (!id.startsWith("https://") || id.length > clientLimits.idLength || redirectUriProblem(id) !== null) return false
  const url = new URL(id)
  return url.pathname !== "/" && url.href === id
}
