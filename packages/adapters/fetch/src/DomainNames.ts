/** Registered names by the public suffix list, which comes with the library. */
import { DomainNames } from "@kittiwake/core/sites/DomainNames"
import { Layer } from "effect"
import { getDomain } from "tldts"

/** Names of private suffixes, such as those of hosting platforms, belong to whoever registered them there. */
const options = { allowPrivateDomains: true }

export const layer: Layer.Layer<DomainNames> = Layer.succeed(
  DomainNames,
  DomainNames.of({ registrable: (host) => getDomain(host, options) })
)
