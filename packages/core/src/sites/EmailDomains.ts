/** Whose mailboxes the domain of an email address has. */
import { Context, type Effect } from "effect"

/**
 * `free`: anybody's, as at a large provider. `disposable`: anybody's, for minutes. `other`: of none that is known, so
 * mostly those of whom the domain belongs to.
 */
export type EmailDomainKind = "free" | "disposable" | "other"

/**
 * Knows the domains where anybody gets a mailbox.
 *
 * **Contract** (every adapter passes `testing/emailDomainsSuite.ts`)
 *
 * - A domain is given in lower case, in the form that goes over the wire, without a final dot.
 * - A domain that is both is `disposable`.
 * - What lies below a disposable domain is disposable too. What lies below a free one is not free for that: providers have
 *   staff, and registries of free names have customers.
 */
export class EmailDomains extends Context.Service<
  EmailDomains,
  { readonly kindOf: (domain: string) => Effect.Effect<EmailDomainKind> }
>()("@kittiwake/core/sites/EmailDomains") {}
