/** The word with which a caller marks a request, so that sending it again does nothing again. */
import { Schema } from "effect"

/** Most characters of a key. @internal */
export const maxKeyLength = 200

const isPrintable = /^[\x20-\x7e]*$/

const printable = Schema.makeFilter((key: string) => isPrintable.test(key), {
  expected: "printable ASCII characters, such as those of a UUID",
  toJsonSchema: () => ({ pattern: "^[ -~]*$" })
})

// Two headers of one name arrive as one, joined like this, and nobody could say which of the two was meant.
const single = Schema.makeFilter((key: string) => !key.includes(", "), {
  expected: "one key, without a comma and a space in it"
})

const bounded = Schema.makeFilter((key: string) => key.length >= 1 && key.length <= maxKeyLength, {
  expected: `a string of 1 to ${maxKeyLength} characters`,
  toJsonSchema: () => ({ minLength: 1, maxLength: maxKeyLength })
})

/** An idempotency key: 1 to 200 printable ASCII characters, such as a UUID. */
export const IdempotencyKey = Schema.String.check(bounded, printable, single).pipe(Schema.brand("IdempotencyKey"))
export type IdempotencyKey = typeof IdempotencyKey.Type
