/** A brand by whatever names it (contract/brand.md, POST /brand/retrieve): kept, or read. */
import { Clock, DateTime, Effect, Option } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { inTime } from "../web/inTime.ts"
import { BrandStore } from "./BrandStore.ts"
import type { BrandEntry } from "./domain/BrandEntry.ts"
import type { BrandProfile } from "./domain/BrandProfile.ts"
import { type BrandRequest, coldBrandMillis } from "./domain/BrandRequest.ts"
import type { Language } from "./domain/languages.ts"
import { brandPrice } from "./domain/Price.ts"
import { ColdBrand } from "./errors.ts"
import { readBrand } from "./readBrand.ts"
import { readOnePage } from "./readOnePage.ts"
import { resolveBrand } from "./resolveBrand.ts"

/** A brand, and where the answer comes from. */
export interface RetrievedBrand {
  readonly profile: BrandProfile
  /** Whether one page alone was asked for, so that nothing but what it shows is told. */
  readonly isPage: boolean
  readonly cache: CacheReport
  /** Whether the deadline left something out. */
  readonly isPart: boolean
}

/** What the index learns of a brand whose site was read. */
const entryOf = (profile: BrandProfile, readAtMillis: number): BrandEntry => ({
  domain: profile.domain,
  name: profile.title,
  aliases: [],
  description: profile.description,
  country: profile.address?.countryCode ?? null,
  language: profile.language,
  logo: profile.logos[0]?.assetId ?? null,
  rank: null,
  symbols:
    profile.stock === null ? [] : [{ kind: "ticker", code: profile.stock.ticker, exchange: profile.stock.exchange }],
  source: "read",
  updatedAt: DateTime.makeUnsafe(readAtMillis)
})

/** What is kept of the brand at a domain, when it is young and whole enough. */
const findKept = Effect.fnUntraced(function* (domain: string, { isThin, language, maxAgeMillis }: BrandRequest) {
  const found = yield* (yield* BrandStore).profile(domain, language)
  const now = yield* Clock.currentTimeMillis
  return Option.filter(found, ({ profile, readAt }) => {
    const isYoung = now - readAt.epochMilliseconds <= maxAgeMillis && maxAgeMillis > 0
    return isYoung && (isThin || !profile.isThin)
  })
})

/** Whether somebody registered the name: an address of a machine is no brand that others look for. */
const isRegistered = (domain: string): boolean => /\.[a-z][a-z0-9-]+$/.test(domain)

/** Keeps what was read. One first page does not take the place of all pages, nor a translation that of the brand's own words. */
const keep = Effect.fnUntraced(function* (
  domain: string,
  language: Language | null,
  profile: BrandProfile,
  readAtMillis: number
) {
  const store = yield* BrandStore
  const isWholeKept =
    profile.isThin && Option.exists(yield* store.profile(domain, language), (kept) => !kept.profile.isThin)
  const readAt = DateTime.makeUnsafe(readAtMillis)
  if (!isWholeKept) yield* store.keepProfile({ domain, language, profile, readAt })
  if (language === null && isRegistered(profile.domain)) yield* store.put([entryOf(profile, readAtMillis)])
})

const retrieve = Effect.fnUntraced(function* (
  call: Call,
  request: BrandRequest,
  ready: Effect.Effect<void, StoreUnavailable>
) {
  const { isThin, language, lookup, maxAgeMillis, timeoutMillis } = request
  if (lookup._tag === "Page") return yield* readOnePage(call, lookup.url)
  if (lookup._tag !== "Domain" && lookup._tag !== "Email") yield* ready
  const domain = yield* resolveBrand(lookup)
  const kept = yield* findKept(domain, request)
  if (Option.isSome(kept)) {
    const { profile, readAt } = kept.value
    const ageMillis = (yield* Clock.currentTimeMillis) - readAt.epochMilliseconds
    return {
      profile,
      isPage: false,
      cache: { status: "hit", ageMillis },
      isPart: false
    } satisfies RetrievedBrand as RetrievedBrand
  }
  if (timeoutMillis !== null && timeoutMillis < coldBrandMillis)
    return yield* new ColdBrand({ leastMillis: coldBrandMillis })
  const { isPart, profile, readAtMillis } = yield* readBrand(call, { domain, maxAgeMillis, language, isThin })
  if (!isPart) yield* keep(domain, language, profile, readAtMillis)
  return {
    profile,
    isPage: false,
    cache: { status: "miss", ageMillis: 0 },
    isPart
  } satisfies RetrievedBrand as RetrievedBrand
})

/** Tells a brand. `ready` is waited for where the index must be asked: it then has what ships. */
export const retrieveBrand = (ready: Effect.Effect<void, StoreUnavailable>) =>
  Effect.fn("Brands.retrieve")(function* (call: Call, request: BrandRequest) {
    if (call.freshness.zeroRetention) return yield* new InvalidInput({ field: "zdr", message: "is not offered here" })
    return yield* charged(
      call,
      exactly(brandPrice)
    )(() =>
      inTime(retrieve(call, request, ready), call.deadline).pipe(
        Effect.map((value) => ({ value, credits: brandPrice }))
      )
    )
  })
