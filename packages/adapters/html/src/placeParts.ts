/** Puts the parts of a page where browsers show them, from where its markup keeps them. */
import { flattenDepth } from "./flattenDepth.ts"
import type { PageElement } from "./PageTree.ts"
import { placeShadowTrees, shadowMark } from "./shadowTrees.ts"
import { placeStreamed, streamedMark } from "./streamed.ts"

/** Parts that were sent late, and shadow trees. Changes the tree. */
export const placeParts = (root: PageElement, markup: string): void => {
  if (markup.includes(streamedMark)) placeStreamed(root)
  if (!markup.includes(shadowMark)) return
  placeShadowTrees(root)
  flattenDepth(root)
}
