/** What of a call's JSON may be kept: secrets are blacked out, and what is too deep or too long is cut. */
import type { Schema } from "effect"

/** Stands where a secret or uploaded bytes were. */
export const redacted = "[redacted]"

/** Stands where something was cut off. */
export const truncated = "[truncated]"

/** How much of a value is kept. */
export interface RedactionLimits {
  /** Lists and objects inside each other; what is deeper becomes `[truncated]`. */
  readonly depth: number
  /** Characters of names and values together, each value counting at least one. */
  readonly characters: number
}

/** Names whose values are secrets, however they are spelled: `webhook_secret`, `accessToken`, `auth[password]`, `token[]`. */
const secretName =
  /(?:authorization|cookies?|secrets?|passwords?|passwd|passphrase|token|api[-_]?keys?|private[-_]?key|credentials?|^session|^storage[-_]?state)(?:$|[\][.])/i

/** Names of headers that are forwarded: `headers`, `extraHeaders`, `headers[Referer]`. */
const headersName = /headers(?:$|[[.])/i

/** A name and a value in the query of an address, where the name is that of a secret. */
const secretInQuery =
  /([?&][^=&#?]*(?:secret|password|token|api[-_]?key|authorization|signature)(?:(?:[\][.]|%5[bd])[^=&#?]{0,64})?=)[^&#]*/gi

const looksLikeUrl = /^\s*[a-z][a-z0-9+.-]{0,30}:\/\//i
const userInUrl = /^([^:]+:\/\/)[^/?#]*@/

/** The text as every database takes it, without the credentials an address may carry. */
const cleaned = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  const plain = whole.includes("\0") ? whole.replaceAll("\0", "\u{fffd}") : whole
  // Most addresses have neither a user nor a query, and most texts are no addresses.
  if (!plain.includes("://") || !(plain.includes("@") || plain.includes("=")) || !looksLikeUrl.test(plain)) return plain
  return plain.replace(userInUrl, `$1${redacted}@`).replace(secretInQuery, `$1${redacted}`)
}

/** What a name says of its value. */
type NameKind = "secret" | "headers" | "plain"

const kindOf = (name: string): NameKind =>
  secretName.test(name) ? "secret" : headersName.test(name) ? "headers" : "plain"

// The same few names come in every call, and asking takes ten times as long as remembering.
const knownKinds = new Map<string, NameKind>()
const rememberedNames = { count: 2_000, length: 64 } as const

const rememberedKindOf = (name: string): NameKind => {
  const known = knownKinds.get(name)
  if (known !== undefined) return known
  const kind = kindOf(name)
  if (knownKinds.size < rememberedNames.count && name.length <= rememberedNames.length) knownKinds.set(name, kind)
  return kind
}

const isUpload = (value: object) =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob || value instanceof ReadableStream

/** A secret without its value. Nothing and yes or no give nothing away. */
const blackedOut = (value: Schema.Json): Schema.Json =>
  value === null || typeof value === "boolean" ? value : redacted

/** Names of headers without their values. */
const blackedOutEach = (value: Schema.Json): Schema.Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, blackedOut(one)]))
    : blackedOut(value)

/** Sets a member, also one that is named like the prototype. */
const put = (into: Record<string, Schema.Json>, name: string, value: Schema.Json) => {
  if (name !== "__proto__") into[name] = value
  else Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true })
}

const firstOf = (value: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>, count: number) => {
  const copy: Record<string, Schema.Json> = {}
  for (let index = 0; index < count; index++) put(copy, names[index]!, value[names[index]!] as Schema.Json)
  return copy
}

/** Walks through a value until its characters are used up. What needs no change is given back as it is, not copied. */
const walker = (limits: RedactionLimits) => {
  let left = limits.characters

  const text = (value: string): string => {
    const whole = cleaned(value)
    const kept = whole.length <= left ? whole : `${whole.slice(0, Math.max(0, left)).toWellFormed()}${truncated}`
    left -= value.length + 1
    return kept
  }

  const list = (values: ReadonlyArray<unknown>, depth: number): ReadonlyArray<Schema.Json> => {
    let copy: Array<Schema.Json> | undefined
    for (let index = 0; index < values.length; index++) {
      if (left <= 0) {
        copy ??= values.slice(0, index) as Array<Schema.Json>
        copy.push(truncated)
        return copy
      }
      const next = keep(values[index], depth) ?? null
      if (copy === undefined && next !== values[index]) copy = values.slice(0, index) as Array<Schema.Json>
      copy?.push(next)
    }
    return copy ?? (values as ReadonlyArray<Schema.Json>)
  }

  const member = (name: string, value: unknown, depth: number): Schema.Json | undefined => {
    const next = keep(value, depth)
    if (next === undefined || next === null) return next
    const kind = rememberedKindOf(name)
    if (kind === "plain") return next
    return kind === "secret" ? blackedOut(next) : blackedOutEach(next)
  }

  const object = (value: Readonly<Record<string, unknown>>, depth: number): Schema.JsonObject => {
    const names = Object.keys(value)
    let copy: Record<string, Schema.Json> | undefined
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!
      if (left <= 0) {
        copy ??= firstOf(value, names, index)
        copy[truncated] = true
        break
      }
      const kept = text(name)
      const next = member(name, value[name], depth)
      if (copy === undefined) {
        if (next !== undefined && next === value[name] && kept === name) continue
        copy = firstOf(value, names, index)
      }
      if (next !== undefined) put(copy, kept, next)
    }
    return copy ?? (value as Schema.JsonObject)
  }

  /** Undefined for what JSON has no word for. */
  const keep = (value: unknown, depth: number): Schema.Json | undefined => {
    if (typeof value === "string") return text(value)
    left -= 1
    switch (typeof value) {
      case "boolean":
        return value
      case "number":
        return Number.isFinite(value) ? value : null
      case "bigint":
        return value.toString()
      case "object": {
        if (value === null) return null
        if (isUpload(value)) return redacted
        if (depth >= limits.depth) return truncated
        if (Array.isArray(value)) return list(value, depth + 1)
        if ("toJSON" in value && typeof value.toJSON === "function") return keep(value.toJSON(), depth + 1)
        return object(value as Record<string, unknown>, depth + 1)
      }
      default:
        return undefined
    }
  }
  return keep
}

/**
 * The value as JSON with its secrets blacked out.
 *
 * **Details**
 *
 * The value of a name that says it is a secret becomes `[redacted]`, at any depth; so does each value among forwarded
 * headers, uploaded bytes, and what is secret in an address. NUL and halves of surrogate pairs, which databases refuse,
 * become U+FFFD.
 *
 * Once the characters are used up, the text that crosses the limit is cut and ends in `[truncated]`, the list it stands
 * in ends with the item `[truncated]`, and the object it stands in with the member `"[truncated]": true`. What comes after
 * is not looked at.
 */
export const redact = (value: unknown, limits: RedactionLimits): Schema.Json => walker(limits)(value, 0) ?? null
