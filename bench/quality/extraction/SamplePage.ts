/** A page, what is asked of it, and what a person reads off it. */

export interface SamplePage {
  readonly id: string
  readonly url: string
  readonly instructions: string
  readonly schema: { readonly [word: string]: unknown }
  readonly html: string
  /** What stands on the page; null where it says nothing of the field. */
  readonly expected: { readonly [field: string]: unknown }
}

/** An object schema of these properties. */
export const objectOf = (properties: { readonly [name: string]: unknown }) => ({ type: "object", properties })

/** A list of objects with these properties. */
export const listOf = (properties: { readonly [name: string]: unknown }) => ({
  type: "array",
  items: objectOf(properties)
})

export const text = { type: "string" }
export const number = { type: "number" }
export const integer = { type: "integer" }
export const flag = { type: "boolean" }
export const day = { type: "string", format: "date" }
export const address = { type: "string", format: "uri" }
export const texts = { type: "array", items: text }
