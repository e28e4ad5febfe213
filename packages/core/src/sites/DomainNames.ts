/** Which part of a host name somebody registered. */
import { Context } from "effect"

/** Knows the public suffixes under which names are registered (publicsuffix.org). */
export class DomainNames extends Context.Service<
  DomainNames,
  {
    /** The registered name that a host belongs to, such as `example.co.uk`; null for an address and for a suffix itself. */
    readonly registrable: (host: string) => string | null
  }
>()("@kittiwake/core/sites/DomainNames") {}
