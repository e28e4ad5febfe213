/** The domain of the brand that somebody names in some way. */
import { Effect } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { emailHost } from "../sites/domain/EmailAddress.ts"
import { siteHost } from "../sites/domain/SiteScope.ts"
import { EmailDomains } from "../sites/EmailDomains.ts"
import { DisposableEmail, FreeEmail } from "../sites/errors.ts"
import { BrandStore } from "./BrandStore.ts"
import type { BrandLookup } from "./domain/BrandRequest.ts"
import { merchantNames } from "./domain/merchantNames.ts"
import { BrandNotFound } from "./errors.ts"
import { findAtDomain, findByWords, findCalled, findExactly, isListed } from "./findCalled.ts"

/** The registered name of a host: what stands below it belongs to the same brand. A host without one is its own. */
const ofHost = Effect.fnUntraced(function* (host: string) {
  return (yield* DomainNames).registrable(new URL(`http://${host}`).hostname) ?? host
})

const ofDomain = Effect.fnUntraced(function* (said: string) {
  const host = siteHost(said)
  if (host === null) return yield* new InvalidInput({ field: "domain", message: "is not a domain such as example.com" })
  // A port names one server, and not what somebody registered.
  return host.includes(":") ? host : yield* ofHost(host)
})

const ofEmail = Effect.fnUntraced(function* (email: string) {
  const host = emailHost(email)
  if (host === null) {
    return yield* new InvalidInput({ field: "email", message: "is not an email address such as name@example.com" })
  }
  const kind = yield* (yield* EmailDomains).kindOf(host)
  if (kind === "disposable") return yield* new DisposableEmail({ domain: host })
  if (kind === "free") return yield* new FreeEmail({ domain: host })
  return yield* ofHost(host)
})

const unknown = (what: string) =>
  new BrandNotFound({
    message: `No brand is known by this ${what}. Ask with the domain of its site, such as example.com.`
  })

const ofName = Effect.fnUntraced(function* (name: string, country: string | null) {
  const found = yield* findCalled(name, country)
  if (found !== undefined) return found.domain
  // Some write a domain where a name is asked for.
  if (/^[^\s@/]+\.[\p{L}]{2,}$/u.test(name.trim())) return yield* ofDomain(name)
  return yield* unknown("name")
})

const ofSymbol = Effect.fnUntraced(function* (kind: "ticker" | "isin", code: string, exchange: string | null) {
  const store = yield* BrandStore
  const symbol = { kind, code: code.toUpperCase() }
  const found = yield* store.bySymbol({ ...symbol, exchange })
  // Any site may say that a share is its own.
  const [best] = [...found.filter(isListed), ...found]
  if (best !== undefined) return best.domain
  // Some lists have tickers and do not say where they trade.
  const anywhere = exchange === null ? [] : yield* store.bySymbol({ ...symbol, exchange: null })
  const vague = anywhere.find(({ symbols }) =>
    symbols.some((one) => one.kind === kind && one.code === symbol.code && one.exchange === null)
  )
  return vague === undefined ? yield* unknown(kind) : vague.domain
})

const ofTransaction = Effect.fnUntraced(function* (lookup: Extract<BrandLookup, { readonly _tag: "Transaction" }>) {
  const { city, country, isStrict, text } = lookup
  const { domain, names, whole } = merchantNames(text, { city, country })
  if (domain !== null) return yield* ofDomain(domain)
  // The first of several words may be another's name: who wants to be sure takes all of them.
  for (const name of isStrict ? [whole] : names) {
    const found = name === null ? undefined : ((yield* findExactly(name, country)) ?? (yield* findAtDomain(name)))
    if (found !== undefined) return found.domain
  }
  const near = whole === null || isStrict ? undefined : yield* findByWords(whole, country)
  return near === undefined ? yield* unknown("text") : near.domain
})

/** The domain of the brand that is meant. */
export const resolveBrand = (lookup: Exclude<BrandLookup, { readonly _tag: "Page" }>) => {
  switch (lookup._tag) {
    case "Domain":
      return ofDomain(lookup.domain)
    case "Email":
      return ofEmail(lookup.email)
    case "Name":
      return ofName(lookup.name, lookup.country)
    case "Ticker":
      return ofSymbol("ticker", lookup.ticker, lookup.exchange)
    case "Isin":
      return ofSymbol("isin", lookup.isin, null)
    case "Transaction":
      return ofTransaction(lookup)
  }
}
