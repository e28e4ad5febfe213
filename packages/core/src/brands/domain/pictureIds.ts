/** Which pictures profiles name. Threads without `effect` use this. */
import type { BrandProfile } from "./BrandProfile.ts"

/** The parts of a profile that name pictures. */
export type Pictured = Pick<BrandProfile, "logos" | "backdrops">

/** The assets that a profile names, each once and in one order. */
export const pictureIds = ({ backdrops, logos }: Pictured): ReadonlyArray<string> =>
  [...new Set([...logos, ...backdrops].map(({ assetId }) => assetId))].sort()

/** Those of a profile that neither the one in its place names nor the index does. */
export const leftPictures = (before: Pictured, after: Pictured, indexed: string | null): ReadonlyArray<string> => {
  const named = new Set([...pictureIds(after), ...(indexed === null ? [] : [indexed])])
  return pictureIds(before).filter((id) => !named.has(id))
}
