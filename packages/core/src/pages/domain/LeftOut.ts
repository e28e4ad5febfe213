/** What of a page changes by itself and says nothing new, and how a reading says that it left it out. */

export const noiseKinds = ["advertisement", "related", "sharing", "counter", "byline"] as const
export type NoiseKind = (typeof noiseKinds)[number]

/** What was left out of one kind. */
export interface LeftOut {
  readonly kind: NoiseKind
  readonly pieces: number
  /** Of its text. */
  readonly characters: number
  /** The first few elements, such as `div.ad-slot`. */
  readonly elements: ReadonlyArray<string>
}

/**
 * The number of the rules by which a page is read without its noise. A text that was read by others is read anew from what was
 * fetched for it, where that is kept, and not compared as it is: raise it with every change of what a page is read as.
 */
export const noiseRules = 4

const names: { readonly [K in NoiseKind]: readonly [one: string, many: string] } = {
  advertisement: ["advertisement", "advertisements"],
  related: ["list of related pages", "lists of related pages"],
  sharing: ["share or like button", "share or like buttons"],
  counter: ["counter", "counters"],
  byline: ["byline or relative time", "bylines or relative times"]
}

/** What was left out, in one line for people. */
export const describeLeftOut = (leftOut: ReadonlyArray<LeftOut>): string =>
  leftOut
    .map(({ characters, elements, kind, pieces }) => {
      const more = pieces > elements.length ? " and others" : ""
      return `${pieces} ${names[kind][pieces === 1 ? 0 : 1]} (${elements.join(", ")}${more}; ${characters} characters)`
    })
    .join(", ")
