/** Puts the parts of a page where browsers show them, from where its markup keeps them. */
import { flattenDepth } from "./flattenDepth.ts"
import { openPanels, panelMark } from "./openPanels.ts"
import type { PageElement } from "./PageTree.ts"
import { protectedMark, showEmails } from "./protectedEmails.ts"
import { placeShadowTrees, shadowMark } from "./shadowTrees.ts"
import { placeStreamed, streamedMark } from "./streamed.ts"
import { mayHaveTabs, readTabs } from "./tabs.ts"

/** Panels that are opened, addresses of mail that were hidden from robots, parts that were sent late, and shadow trees. Changes the tree. */
export const placeParts = (root: PageElement, markup: string): void => {
  if (markup.includes(panelMark)) openPanels(root)
  if (mayHaveTabs(markup)) readTabs(root)
  if (markup.includes(protectedMark)) showEmails(root)
  if (markup.includes(streamedMark)) placeStreamed(root)
  if (!markup.includes(shadowMark)) return
  placeShadowTrees(root)
  flattenDepth(root)
}
