/** How the words of one organization stand beside those of others in the tables of the index. */

/**
 * Pages of one block: so many that an organization read one after the other. A word that most pages have is looked for in the newest
 * blocks alone.
 */
export const blockPages = 4_096

/** The term of all pages of a block. */
export const blockTerm = (block: number): string => `#${block}`

/** The block of a page by its number within its organization. */
export const blockOf = (seq: number): number => Math.floor(seq / blockPages)

/**
 * A term as the tables have it: behind the number of its organization's space, so that no search reads past the words of others,
 * however common they are there.
 */
export const spaced = (space: number, term: string): string => `${space}:${term}`

/** All terms of a page as the tables have them. */
export const spacedTerms = (space: number, seq: number, terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...terms, blockTerm(blockOf(seq))].map((term) => spaced(space, term))
