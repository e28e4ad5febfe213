/** Which texts of a call's JSON are harmless: what is not known to be so is not kept. */
import { harmlessAddress, harmlessLabel, redacted } from "./harmless.ts"

/** What a text may be that is kept: a name its writer gave, an id of ours, a moment, an address, or that of a receiver of events. */
export type KeptText = "label" | "id" | "moment" | "address" | "receiver"

/** What is known of a value by its place in what an operation takes or answers. */
export interface Kept {
  /** Texts that are kept as they are: the options of the operation. */
  readonly words: ReadonlySet<string>
  /** Whether numbers are kept, also as texts. */
  readonly numbers: boolean
  readonly texts: ReadonlySet<KeptText>
  /** What is known of the items of a list; null when it may be none. */
  readonly items: Kept | null
  readonly fields: ReadonlyMap<string, Kept>
  /** What is known of fields with other names; null when there are none. */
  readonly others: Kept | null
}

/** Of this value nothing is known: its text and its numbers are not kept. */
export const keptNothing: Kept = {
  words: new Set(),
  numbers: false,
  texts: new Set(),
  items: null,
  fields: new Map(),
  others: null
}

/** A value of ours, which holds no more of a caller's secrets than its names say. */
export const keptOpen: Kept = {
  ...keptNothing,
  numbers: true,
  texts: new Set(["label"] as const),
  get items() {
    return keptOpen
  },
  get others() {
    return keptOpen
  }
}

/** What is known of one call. */
export interface KeptOfCall {
  readonly query: Kept
  readonly body: Kept
  readonly response: Kept
}

/** A call of which no operation tells anything: the names in its query stay. */
export const keptOfUnknown: KeptOfCall = {
  query: { ...keptNothing, others: keptNothing },
  body: keptNothing,
  response: keptOpen
}

/** Stands where something was cut off. */
export const truncated = "[truncated]"

const number = /^-?\d{1,16}(?:\.\d{1,16})?$/

const id = /^[a-z]{2,8}_[0-9a-f]{32}$/

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** The text as far as it is known to be harmless. */
export const keptText = (text: string, { items, numbers, texts, words }: Kept): string => {
  if (texts.has("label")) return harmlessLabel(text)
  if (text === "" || text === redacted || text === truncated || words.has(text)) return text
  if (numbers && number.test(text)) return text
  if (texts.has("id") && id.test(text)) return text
  if (texts.has("moment") && moment.test(text)) return text
  const address = texts.has("address") || texts.has("receiver") ? harmlessAddress(text, texts.has("address")) : null
  if (address !== null) return address
  // In a query the items of a list are joined by commas.
  if (items !== null)
    return text
      .split(",")
      .map((item) => keptText(item.trim(), items))
      .join(",")
  return redacted
}

/** `name[]` and `name[0]` are further ways to write a list. */
const listSuffix = /\[\d{0,4}\]$/

/** What is known of a field, which a query may write as `name[field]`, `name[]` or `name[0]`. */
export const keptField = (kept: Kept, name: string): Kept => {
  const direct = kept.fields.get(name)
  if (direct !== undefined) return direct
  if (!name.includes("[")) return kept.others ?? keptNothing
  let at: Kept = kept
  for (const part of name.replace(listSuffix, "").replaceAll("]", "").split("[")) {
    at = at.fields.get(part) ?? at.others ?? keptNothing
  }
  return at
}

/** Whether a value may be a list or an object, which a query writes as JSON. */
export const isNested = ({ fields, items, others }: Kept): boolean =>
  items !== null || fields.size > 0 || others !== null
