/** How the contract's own headers of a webhook are called. */
import { Context } from "effect"

/** What stands before `-Event`, `-Id` and `-Signature` unless the operator says otherwise (contract/webhooks.md §2). @internal */
export const usualHeaderPrefix = "X-Service"

/** Another one lets receivers that were written for another service take events unchanged. */
export const HeaderPrefix = Context.Reference<string>("@kittiwake/core/webhooks/HeaderPrefix", {
  defaultValue: () => usualHeaderPrefix
})

/** Whether the headers are ones that may be sent, and that nothing else in a request is called like. @internal */
export const isHeaderPrefix = (prefix: string): boolean =>
  /^x-[a-z0-9]+(?:-[a-z0-9]+)*$/i.test(prefix) && prefix.length <= 50
