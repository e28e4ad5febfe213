/** What one page of a site says of the brand, with where it says so. */
import type { BrandAddress, BrandEmployees, BrandStock, FactPlace, SocialKind } from "./BrandProfile.ts"
import type { Language } from "./languages.ts"

/** A profile on a social network. */
export interface Social {
  readonly type: SocialKind
  readonly url: string
}

/** What may be said, by fields. */
interface Said {
  readonly title: string
  readonly description: string
  readonly slogan: string
  readonly email: string
  readonly phone: string
  readonly language: Language
  readonly address: BrandAddress
  readonly social: Social
  readonly stock: BrandStock
  readonly employees: BrandEmployees
  readonly adult: true
}

/** How surely a page that says so means the brand, from 0 to 1, and where it says it. */
export interface Told {
  readonly place: FactPlace
  readonly url: string
  readonly weight: number
}

export type SiteFact = {
  readonly [F in keyof Said]: Told & { readonly field: F; readonly value: Said[F] }
}[keyof Said]

/** A fact of one field. */
export type FactOf<F extends SiteFact["field"]> = Extract<SiteFact, { readonly field: F }>

/** Says a fact of the page; null says nothing. */
export type Say = <F extends SiteFact["field"]>(
  field: F,
  value: Extract<SiteFact, { readonly field: F }>["value"] | null,
  place: FactPlace,
  weight: number
) => void

/** Longest texts that are taken. */
export const textLimits = { title: 120, slogan: 160, description: 1_000, address: 200 } as const

/** A text with single spaces and no more than its limit; null when nothing is left. */
export const cleanText = (value: unknown, limit: number): string | null => {
  if (typeof value !== "string" && typeof value !== "number") return null
  const text = String(value).replace(/\s+/g, " ").trim()
  return text === "" || text.length > limit * 4 ? null : Array.from(text).slice(0, limit).join("")
}

/** The beginning of a text that may be of any length. */
export const cutText = (value: string | undefined, limit: number): string | null =>
  cleanText(value?.slice(0, limit * 4), limit)
