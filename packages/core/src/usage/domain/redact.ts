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

/** Names whose values are secrets, however they are spelled: `webhook_secret`, `accessToken`, `auth[password]`. */
const secretName =
  /(?:authorization|cookies?|secrets?|passwords?|passwd|passphrase|token|api[-_]?keys?|private[-_]?key|credentials?|^session|^storage[-_]?state)\]?$/i

/** Names of headers that are forwarded: `headers`, `extraHeaders`, `headers[Referer]`. */
const headersName = /headers(?:$|[[.])/i

/** A name and a value in the query of an address, where the name is that of a secret. */
const secretInQuery = /([?&][^=&#?]*(?:secret|password|token|api[-_]?key|authorization|signature)=)[^&#]*/gi

const looksLikeUrl = /^\s*[a-z][a-z0-9+.-]{0,30}:\/\//i
const userInUrl = /^([^:]+:\/\/)[^/?#]*@/

/** The text as every database takes it, without the credentials an address may carry. */
const cleaned = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  const plain = whole.includes("\0") ? whole.replaceAll("\0", "\u{fffd}") : whole
  return looksLikeUrl.test(plain)
    ? plain.replace(userInUrl, `$1${redacted}@`).replace(secretInQuery, `$1${redacted}`)
    : plain
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
    if (next === undefined) return next
    if (secretName.test(name)) return blackedOut(next)
    return headersName.test(name) ? blackedOutEach(next) : next
  }

  const object = (value: object, depth: number): Schema.JsonObject => {
    const members: Array<readonly [string, Schema.Json]> = []
    let isSame = true
    for (const [name, given] of Object.entries(value)) {
      if (left <= 0) {
        members.push([truncated, true])
        isSame = false
        break
      }
      const kept = text(name)
      const next = member(name, given, depth)
      if (next === undefined || next !== given || kept !== name) isSame = false
      if (next !== undefined) members.push([kept, next])
    }
    return isSame ? (value as Schema.JsonObject) : Object.fromEntries(members)
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
        return object(value, depth + 1)
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
