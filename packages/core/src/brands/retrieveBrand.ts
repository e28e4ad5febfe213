/** A brand by whatever names it (contract/brand.md, POST /brand/retrieve): kept, or read. */
import { Clock, DateTime, Duration, Effect, Option } from "effect"
import { assetLifetime } from "../assets/keepAsset.ts"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { inTime } from "../web/inTime.ts"
import { BrandStore, type KeptProfile } from "./BrandStore.ts"
import type { BrandProfile } from "./domain/BrandProfile.ts"
import { type BrandRequest, coldBrandMillis, usualBrandAge } from "./domain/BrandRequest.ts"
import { indexEntry } from "./domain/indexEntry.ts"
import type { Language } from "./domain/languages.ts"
import { brandPrice } from "./domain/Price.ts"
import { ColdBrand } from "./errors.ts"
import { brandPictureLifetime } from "./keepPictures.ts"
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
    const isYoung = now - readAt.epochMilliseconds <= most && maxAgeMillis > 0
    return isYoung && (isThin || !profile.isThin)
  })
})

/**
 * Whether what is kept stays in the place of what was read: all pages in that of the first alone, and one with its pictures in that
 * of one whose pictures did not come, while it is still given.
 */
const staysInPlaceOf = (kept: KeptProfile, { profile, readAtMillis }: ReadBrand): boolean =>
  (profile.isThin && !kept.profile.isThin) ||
  (profile.lacksPictures === true &&
    kept.profile.lacksPictures !== true &&
    kept.profile.isThin === profile.isThin &&
    readAtMillis - kept.readAt.epochMilliseconds <= Duration.toMillis(usualBrandAge))

/** Keeps what was read; a translation does not take the place of the brand's own words. */
const keep = Effect.fnUntraced(function* (domain: string, language: Language | null, read: ReadBrand) {
  const { profile, readAtMillis, url } = read
  const store = yield* BrandStore
  const isBetterKept = Option.exists(yield* store.profile(domain, language), (kept) => staysInPlaceOf(kept, read))
  const readAt = DateTime.makeUnsafe(readAtMillis)
  const entry = language === null ? indexEntry(domain, profile, url, readAtMillis) : null
  // The index first, so that it does not name what the profile leaves; and no picture that goes with this answer.
  if (entry !== null) yield* store.put([isBetterKept ? { ...entry, logo: null } : entry])
  if (isBetterKept) return
  const now = yield* DateTime.now
  yield* store.keepProfile(
    { domain, language, profile, readAt },
    {
      keptUntil: DateTime.addDuration(now, brandPictureLifetime),
      leftUntil: DateTime.addDuration(now, assetLifetime)
    }
  )
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
  const read = yield* readBrand(call, { domain, maxAgeMillis, language, isThin })
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
