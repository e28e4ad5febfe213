/** What is asked of the look of sites, as the core takes it: every door maps here. */
import type { DesignRequest } from "@kittiwake/core/design/Design"
import type { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Effect } from "effect"
import { type SiteOrPageAsked, siteOrPage } from "../web/siteOrPage.ts"

interface DesignAsked extends SiteOrPageAsked {
  readonly colorScheme?: "light" | "dark"
}

/** The site or the page, and how it is looked at. */
export const designRequest = ({
  colorScheme = "light",
  ...asked
}: DesignAsked): Effect.Effect<DesignRequest, InvalidInput> =>
  Effect.map(siteOrPage(asked), (target) => ({ target, colorScheme }))
