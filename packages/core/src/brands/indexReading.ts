/** Lets the index of brands learn of a reading. */
import { DateTime, Duration, Effect, Option } from "effect"
import { assetLifetime } from "../assets/keepAsset.ts"
import { BrandStore, type KeptProfile, type PictureTimes } from "./BrandStore.ts"
import { usualBrandAge } from "./domain/BrandRequest.ts"
import { indexEntry } from "./domain/indexEntry.ts"
import type { Language } from "./domain/languages.ts"
import { brandPictureLifetime } from "./keepPictures.ts"
import type { ReadBrand } from "./readBrand.ts"

/** A reading that is to be kept. */
export interface TakenReading {
  readonly kept: Pick<KeptProfile, "profile" | "readAt">
  readonly pictures: PictureTimes
}

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

/**
 * Puts what the index learns of a reading, and gives what is to be kept of it; null where what is kept is better. A translation does not take
 * the place of the brand's own words.
 */
export const indexReading = Effect.fnUntraced(function* (domain: string, language: Language | null, read: ReadBrand) {
  const { profile, readAtMillis, url } = read
  const store = yield* BrandStore
  const isBetterKept = Option.exists(yield* store.profile(domain, language), (kept) => staysInPlaceOf(kept, read))
  const entry = language === null ? indexEntry(domain, profile, url, readAtMillis) : null
  // The index first, so that it does not name what the profile leaves; and no picture that goes with this answer.
  if (entry !== null) yield* store.put([isBetterKept ? { ...entry, logo: null } : entry])
  if (isBetterKept) return null
  const now = yield* DateTime.now
  return {
    kept: { profile, readAt: DateTime.makeUnsafe(readAtMillis) },
    pictures: {
      keptUntil: DateTime.addDuration(now, brandPictureLifetime),
      leftUntil: DateTime.addDuration(now, assetLifetime)
    }
  } satisfies TakenReading as TakenReading
})
