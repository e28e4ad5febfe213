/** Whose the keys, tokens and sessions are that were accepted of late, told by the text of their header alone. */
import type { IncomingHttpHeaders } from "node:http"

export const callerLimits = {
  /** Who was remembered first is forgotten first, and is remembered anew with his next call. */
  remembered: 10_000,
  /** Of one organization. One session is accepted in as many texts as somebody writes other cookies beside it. */
  ofOne: 256,
  /** Characters of a header. Ours are shorter; what is padded, or stands among many cookies of others, is not remembered. */
  longest: 1_024
}

type Headers = Pick<IncomingHttpHeaders, "authorization" | "cookie">

/** What says who calls; as the `Authenticator` has it, a cookie does so where there is no `Authorization`. */
const credentialOf = ({ authorization, cookie }: Headers): string => authorization ?? cookie ?? ""

/**
 * Remembers which organization a header stands for.
 *
 * **Details.** It lets nobody in: it only says with whom a request waits before it is looked at. What was never accepted is nobody's, so that
 * made-up keys in any number are one caller with all others from their address.
 */
export class KnownCallers {
  readonly #limits: typeof callerLimits
  readonly #organizations = new Map<string, string>()
  /** What each organization has of these, the first first. */
  readonly #credentials = new Map<string, Set<string>>()

  constructor(limits = callerLimits) {
    this.#limits = limits
  }

  /** The organization of a request; undefined where none is known. */
  organizationOf(headers: Headers): string | undefined {
    return this.#organizations.get(credentialOf(headers))
  }

  /** Called when a request was accepted as one of this organization, or was refused as nobody's. */
  note(headers: Headers, organization: string | null): void {
    const credential = credentialOf(headers)
    const known = this.#organizations.get(credential)
    if (known === (organization ?? undefined)) return
    if (known !== undefined) this.#forget(credential, known)
    if (organization === null || credential === "" || credential.length > this.#limits.longest) return
    const own = this.#credentials.get(organization)
    if (own !== undefined && own.size >= this.#limits.ofOne) this.#forgetFirst(own)
    else if (this.#organizations.size >= this.#limits.remembered) this.#forgetFirst(this.#organizations.keys())
    this.#organizations.set(credential, organization)
    this.#credentials.set(organization, (this.#credentials.get(organization) ?? new Set<string>()).add(credential))
  }

  #forgetFirst(credentials: Iterable<string>): void {
    for (const credential of credentials) {
      this.#forget(credential, this.#organizations.get(credential)!)
      return
    }
  }

  #forget(credential: string, organization: string): void {
    this.#organizations.delete(credential)
    const own = this.#credentials.get(organization)!
    own.delete(credential)
    if (own.size === 0) this.#credentials.delete(organization)
  }
}
