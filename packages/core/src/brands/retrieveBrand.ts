/** A brand by whatever names it (contract/brand.md, POST /brand/retrieve): kept, or read. */
import { Clock, DateTime, Duration, Effect, Option } from "effect"
import { atSite } from "../companies/atSite.ts"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { differMillis } from "../leaseHorizon.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { inTime } from "../web/inTime.ts"
import { BrandRefreshStore } from "./BrandRefreshStore.ts"
import { BrandStore } from "./BrandStore.ts"
import type { BrandProfile } from "./domain/BrandProfile.ts"
import { type BrandRequest, coldBrandMillis } from "./domain/BrandRequest.ts"
import type { Language } from "./domain/languages.ts"
import { brandPrice } from "./domain/Price.ts"
import { ColdBrand } from "./errors.ts"
import { indexReading } from "./indexReading.ts"
import { type ReadBrand, readBrand } from "./readBrand.ts"
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

/** How long a profile is given whose pictures did not all come. */
const lackingMillis = Duration.toMillis(Duration.hours(1))

/** What is kept of the brand at a domain, when it is young and whole enough. */
const findKept = Effect.fnUntraced(function* (domain: string, { isThin, language, maxAgeMillis }: BrandRequest) {
  const found = yield* (yield* BrandStore).profile(domain, language)
  const now = yield* Clock.currentTimeMillis
  return Option.filter(found, ({ profile, readAt }) => {
    const most = profile.lacksPictures === true ? Math.min(maxAgeMillis, lackingMillis) : maxAgeMillis
    const ageMillis = now - readAt.epochMilliseconds
    // What seems read later than now was read by a clock that was ahead.
    const isYoung = ageMillis <= most && ageMillis >= -differMillis && maxAgeMillis > 0
    return isYoung && (isThin || !profile.isThin)
  })
})

/** Keeps what was read. */
const keep = Effect.fnUntraced(function* (domain: string, language: Language | null, read: ReadBrand) {
  const reading = yield* indexReading(domain, language, read)
  if (reading !== null)
    yield* (yield* BrandStore).keepProfile({ domain, language, ...reading.kept }, reading.pictures, yield* DateTime.now)
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
    // What somebody wants is read again first; that it is noted is not worth an answer.
    yield* Effect.ignore((yield* BrandRefreshStore).asked(domain, language))
    // The clock may have been set back since.
    const ageMillis = Math.max(0, (yield* Clock.currentTimeMillis) - readAt.epochMilliseconds)
    return {
      profile,
      isPage: false,
      cache: { status: "hit", ageMillis },
      isPart: false
    } satisfies RetrievedBrand as RetrievedBrand
  }
  if (timeoutMillis !== null && timeoutMillis < coldBrandMillis)
    return yield* new ColdBrand({ leastMillis: coldBrandMillis })
  const read = yield* readBrand(call, { domain, maxAgeMillis, language, isThin }).pipe(
    Effect.mapError((error) => (lookup._tag === "Domain" ? error : atSite(domain)(error)))
  )
  const { isPart, profile } = read
  if (!isPart) yield* keep(domain, language, read)
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
