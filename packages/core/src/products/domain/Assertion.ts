/** What one place of a page says of a product, and how much it weighs against what others say. */
import { normalized } from "../../paging/domain/normalized.ts"
import type { BillingFrequency, Variant } from "./Product.ts"

export type AssertionSource = "json-ld" | "microdata" | "metadata" | "state" | "markup" | "text"

export interface Assertion<A> {
  readonly value: A
  readonly source: AssertionSource
  /** Where it stands there, such as `offers.price`. */
  readonly place: string
  readonly weight: number
}

/** What pages say of a product, field by field. */
export interface Assertions {
  readonly name: ReadonlyArray<Assertion<string>>
  readonly description: ReadonlyArray<Assertion<string>>
  readonly price: ReadonlyArray<Assertion<number>>
  readonly regularPrice: ReadonlyArray<Assertion<number>>
  readonly currency: ReadonlyArray<Assertion<string>>
  readonly frequency: ReadonlyArray<Assertion<BillingFrequency>>
  readonly availability: ReadonlyArray<Assertion<string>>
  readonly sku: ReadonlyArray<Assertion<string>>
  readonly category: ReadonlyArray<Assertion<string>>
  readonly images: ReadonlyArray<Assertion<string>>
  readonly features: ReadonlyArray<Assertion<ReadonlyArray<string>>>
  readonly audience: ReadonlyArray<Assertion<string>>
  readonly tags: ReadonlyArray<Assertion<string>>
  readonly dimensions: ReadonlyArray<Assertion<string>>
  readonly variants: ReadonlyArray<Assertion<ReadonlyArray<Variant>>>
}

/** @internal */
export const noAssertions: Assertions = {
  name: [],
  description: [],
  price: [],
  regularPrice: [],
  currency: [],
  frequency: [],
  availability: [],
  sku: [],
  category: [],
  images: [],
  features: [],
  audience: [],
  tags: [],
  dimensions: [],
  variants: []
}

/** All that several places say. @internal */
export const together = (...all: ReadonlyArray<Partial<Assertions>>): Assertions => {
  const names = Object.keys(noAssertions) as ReadonlyArray<keyof Assertions>
  const said = names.map((name) => [name, all.flatMap((one): ReadonlyArray<Assertion<unknown>> => one[name] ?? [])])
  return Object.fromEntries(said) as unknown as Assertions
}

/** Letters and figures alone, so that what is written differently is the same. @internal */
export const plainText = (text: string): string =>
  normalized(text, "NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** Of places that say the same the first, with what they weigh together: what weighs most first, and of what weighs the same the first. @internal */
export const inOrder = <A extends string | number>(
  assertions: ReadonlyArray<Assertion<A>>
): ReadonlyArray<Assertion<A>> => {
  const known = new Map<string, { readonly first: Assertion<A>; weight: number }>()
  for (const assertion of assertions) {
    const key =
      typeof assertion.value === "string" ? plainText(assertion.value) || assertion.value : String(assertion.value)
    const before = known.get(key)
    if (before === undefined) known.set(key, { first: assertion, weight: assertion.weight })
    else before.weight += assertion.weight
  }
  return [...known.values()]
    .map(({ first, weight }) => ({ ...first, weight }))
    .toSorted((one, other) => (Math.abs(one.weight - other.weight) < 1e-9 ? 0 : other.weight - one.weight))
}

/** What weighs most; null where nobody says anything. @internal */
export const strongest = <A extends string | number>(assertions: ReadonlyArray<Assertion<A>>): Assertion<A> | null =>
  inOrder(assertions)[0] ?? null
