/** A site by its domain or a page by its address: one of the two. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Effect } from "effect"

export type SiteOrPage =
  | { readonly _tag: "Domain"; readonly domain: string }
  | { readonly _tag: "Page"; readonly url: string }

export interface SiteOrPageAsked {
  readonly domain?: string
  readonly directUrl?: string
}

export const siteOrPage = ({ directUrl, domain }: SiteOrPageAsked): Effect.Effect<SiteOrPage, InvalidInput> => {
  if (domain !== undefined && directUrl === undefined) return Effect.succeed({ _tag: "Domain", domain })
  return directUrl !== undefined && domain === undefined
    ? Effect.succeed({ _tag: "Page", url: directUrl })
    : Effect.fail(new InvalidInput({ field: "domain", message: "give either domain or directUrl" }))
}
