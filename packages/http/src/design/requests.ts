/** What is asked of the look of sites, as the core takes it: every door maps here. */
import type { DesignRequest } from "@kittiwake/core/design/Design"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Effect } from "effect"

interface DesignAsked {
  readonly domain?: string
  readonly directUrl?: string
  readonly colorScheme?: "light" | "dark"
}

/** A site by its domain or a page by its address: one of the two. */
export const designRequest = ({
  colorScheme = "light",
  directUrl,
  domain
}: DesignAsked): Effect.Effect<DesignRequest, InvalidInput> => {
  if (domain !== undefined && directUrl === undefined) {
    return Effect.succeed({ target: { _tag: "Domain", domain }, colorScheme })
  }
  return directUrl !== undefined && domain === undefined
    ? Effect.succeed({ target: { _tag: "Page", url: directUrl }, colorScheme })
    : Effect.fail(new InvalidInput({ field: "domain", message: "give either domain or directUrl" }))
}
