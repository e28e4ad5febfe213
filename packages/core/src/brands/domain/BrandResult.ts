/** A brand that was found, in the words of the wire. */
import type { BrandEntry } from "./BrandEntry.ts"
import type { Language } from "./languages.ts"

export interface BrandResult {
  readonly domain: string
  /** Empty when nobody knows. */
  readonly name: string
  /** Empty when there is none. */
  readonly logo: string
  readonly description: string | null
  readonly country: string | null
  readonly language: Language | null
}

/** The entry as it is told. @internal */
export const brandResult = ({ country, description, domain, language, logo, name }: BrandEntry): BrandResult => ({
  ...{ domain, name: name ?? "", logo: logo ?? "", description, country, language }
})
