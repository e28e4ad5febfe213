/** What of a call's JSON may be kept: secrets are blacked out, and what is too deep or too long is cut. */
import type { Schema } from "effect"
import { redacted } from "./harmless.ts"
import { isNested, type Kept, keptField, keptNothing, keptOpen, keptText, truncated } from "./Kept.ts"

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

/** The text as every database takes it. */
const cleaned = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes("\0") ? whole.replaceAll("\0", "\u{fffd}") : whole
}

/** A text that is JSON, as a query writes lists and objects; undefined when it is none. */
const parsed = (text: string): unknown => {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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

  /** What was hidden counts no less when it is looked at again, and marks stay whole. */
  const cut = (value: string, whole: string): string => {
    const length = whole.endsWith(truncated) ? whole.length - truncated.length : whole.length
    const fits = length <= left || whole === redacted
    const kept = fits ? whole : `${whole.slice(0, Math.max(0, left)).toWellFormed()}${truncated}`
    left -= Math.max(value.length, whole.length) + 1
    return kept
  }

  const name = (value: string): string => cut(value, keptText(cleaned(value), keptOpen))

  const text = (value: string, depth: number, kept: Kept): string => {
    const json = kept !== keptOpen && isNested(kept) ? parsed(value) : undefined
    if (json === undefined) {
      const shown = cut(value, keptText(cleaned(value), kept))
      // What is left of an option or an address that was cut may be neither.
      return !kept.texts.has("label") && shown.length > truncated.length && shown.endsWith(truncated)
        ? truncated
        : shown
    }
    const before = left
    const shown = JSON.stringify(keep(json, depth, kept) ?? null)
    left = Math.min(left, before - Math.max(value.length, shown.length) - 1)
    return shown
  }

  const list = (values: ReadonlyArray<unknown>, depth: number, kept: Kept): ReadonlyArray<Schema.Json> => {
    // A name that a query gives several times has several values; they need not be called a list.
    const items = kept.items ?? kept
    let copy: Array<Schema.Json> | undefined
    for (let index = 0; index < values.length; index++) {
      if (left <= 0) {
        copy ??= values.slice(0, index) as Array<Schema.Json>
        copy.push(truncated)
        return copy
      }
      const next = keep(values[index], depth, items) ?? null
      if (copy === undefined && next !== values[index]) copy = values.slice(0, index) as Array<Schema.Json>
      copy?.push(next)
    }
    return copy ?? (values as ReadonlyArray<Schema.Json>)
  }

  const member = (name: string, value: unknown, depth: number, kept: Kept): Schema.Json | undefined => {
    const next = keep(value, depth, kept === keptOpen ? keptOpen : keptField(kept, name))
    if (next === undefined || next === null) return next
    const kind = rememberedKindOf(name)
    if (kind === "plain") return next
    return kind === "secret" ? blackedOut(next) : blackedOutEach(next)
  }

  const object = (value: Readonly<Record<string, unknown>>, depth: number, kept: Kept): Schema.JsonObject => {
    const names = Object.keys(value)
    let copy: Record<string, Schema.Json> | undefined
    for (let index = 0; index < names.length; index++) {
      const given = names[index]!
      if (left <= 0) {
        copy ??= firstOf(value, names, index)
        copy[truncated] = true
        break
      }
      const shown = name(given)
      const next = member(given, value[given], depth, kept)
      if (copy === undefined) {
        if (next !== undefined && next === value[given] && shown === given) continue
        copy = firstOf(value, names, index)
      }
      if (next !== undefined) put(copy, shown, next)
    }
    return copy ?? (value as Schema.JsonObject)
  }

  /** Undefined for what JSON has no word for. */
  const keep = (value: unknown, depth: number, kept: Kept): Schema.Json | undefined => {
    if (typeof value === "string") return text(value, depth, kept)
    left -= 1
    switch (typeof value) {
      case "boolean":
        return value
      case "number":
        return Number.isFinite(value) ? (kept.numbers ? value : redacted) : null
      case "bigint":
        return kept.numbers ? value.toString() : redacted
      case "object": {
        if (value === null) return null
        if (isUpload(value) || kept === keptNothing) return redacted
        if (depth >= limits.depth) return truncated
        if (Array.isArray(value)) return list(value, depth + 1, kept)
        if ("toJSON" in value && typeof value.toJSON === "function") return keep(value.toJSON(), depth + 1, kept)
        return object(value as Record<string, unknown>, depth + 1, kept)
      }
      default:
        return undefined
    }
  }
  return keep
}

/**
 * The value as JSON, as far as it is known to be harmless.
 *
 * **Details**
 *
 * A text or a number becomes `[redacted]` unless `kept` knows that it may stay. So does, whatever is known, the value of a
 * name that says it is a secret, at any depth; each value among forwarded headers; uploaded bytes; and in addresses the
 * user, the values of the query and the fragment. NUL and halves of surrogate pairs, which databases refuse, become U+FFFD.
 *
 * Once the characters are used up, the text that crosses the limit is cut and ends in `[truncated]`, the list it stands
 * in ends with the item `[truncated]`, and the object it stands in with the member `"[truncated]": true`. What comes after
 * is not looked at.
 */
export const redact = (value: unknown, limits: RedactionLimits, kept: Kept = keptNothing): Schema.Json =>
  walker(limits)(value, 0, kept) ?? null
