/** The parts of a page, for who chooses what of it is watched. */

/** Most parts that are told of a page, characters of the text of one and of a selector. @internal */
export const blockLimits = { blocks: 400, characters: 300, selector: 300 } as const

/** A line of the page, or what holds several. */
export interface PageBlock {
  /** Finds this part and no other; null of text that stands beside other parts and has no element of its own. */
  readonly selector: string | null
  /** How its text begins; empty where it holds other parts. */
  readonly text: string
  /** Place in the list of the part that holds it; null where none does. */
  readonly within: number | null
}

export interface PageBlocks {
  readonly blocks: ReadonlyArray<PageBlock>
  /** The page has more parts. */
  readonly isCut: boolean
}
