/** What a search costs, in credits (contract/crawl-search.md §2). */

/** Results that one credit pays for. */
const resultsPerCredit = 10

/** One for each ten results that are begun, and one for each page that was read. */
export const searchPrice = (results: number, pagesRead: number): number =>
  Math.ceil(results / resultsPerCredit) + pagesRead
