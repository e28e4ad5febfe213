/** What is asked of a brand, and how it is named (contract/brand.md, POST /brand/retrieve). */
import { Duration } from "effect"
import type { Language } from "./languages.ts"

/** What names a brand. */
export type BrandLookup =
  | { readonly _tag: "Domain"; readonly domain: string }
  | { readonly _tag: "Name"; readonly name: string; readonly country: string | null }
  | { readonly _tag: "Email"; readonly email: string }
  | { readonly _tag: "Ticker"; readonly ticker: string; readonly exchange: string | null }
  | { readonly _tag: "Isin"; readonly isin: string }
  /** One page alone is read. */
  | { readonly _tag: "Page"; readonly url: string }
  | {
      readonly _tag: "Transaction"
      readonly text: string
      readonly city: string | null
      readonly country: string | null
      /** Whether only a brand of exactly that name is meant. */
      readonly isStrict: boolean
    }

export interface BrandRequest {
  readonly lookup: BrandLookup
  /** Oldest acceptable reading, in milliseconds; 0 reads anew. */
  readonly maxAgeMillis: number
  /** In which language texts are wanted, where the site has them; as the site is written otherwise. */
  readonly language: Language | null
  /** Whether the first page alone is enough. */
  readonly isThin: boolean
  /** The deadline that the caller named; null when none. */
  readonly timeoutMillis: number | null
}

/** What is kept of a brand may be as old as this unless the caller says otherwise. */
export const usualBrandAge = Duration.days(90)

/** Least time in which a brand can be read that is not known yet. @internal */
export const coldBrandMillis = 10_000

/** An age that somebody asked for, within what is kept. */
export const brandAge = (millis: number | null | undefined): number =>
  millis === undefined || millis === null
    ? Duration.toMillis(usualBrandAge)
    : Math.max(0, Math.min(millis, Duration.toMillis(Duration.days(365))))
