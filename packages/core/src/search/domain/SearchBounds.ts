/** How much a search may ask for (contract/crawl-search.md §2). */

/** Longest query, in characters. */
export const longestQuery = 500

/** Results, where nobody says how many, and the fewest that may be asked for. */
export const usualResults = 10

export const mostResults = 100

/** Domains that are named beside a query, of each kind. */
export const mostDomains = 100
