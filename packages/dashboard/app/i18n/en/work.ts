/** English: crawls and batches. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const work = {
  lead: "Many pages at once: how far they are, and what they took.",
  begin: "New batch or crawl",
  make: {
    title: "New batch or crawl",
    retryTitle: "Read again what failed",
    lead: "Many pages in the background: their texts as files, and one line for each page that could not be read.",
    kind: "What to read",
    kinds: { list: "A list of addresses", crawl: "A site, by its links", sitemap: "A site, by its sitemap" },
    kindHints: {
      list: "Up to 100,000. The same address is read once.",
      crawl: "From this address on, whatever it links to on the same site. robots.txt is kept.",
      sitemap: "Every address that the site names in its sitemap."
    },
    addresses: "Addresses, one a line",
    file: "Or a file: one address a line, or a table (CSV, TSV) of which one column holds them",
    column: "Column of the addresses",
    typeInstead: "Type them instead",
    tooLarge: (most: string) =>
      `The file is larger than ${most}: the command kittiwake batch submit takes larger ones.`,
    tooMany: (most: string) => `A batch takes ${most} addresses at most.`,
    start: "Begin at",
    domain: "Domain",
    max: "Pages at most",
    depth: "Links deep at most",
    pattern: "Only addresses like (regular expression)",
    format: "Text as",
    main: "Main content alone, without menus and footers",
    tags: "Tags, with commas between",
    begin: "Begin",
    price: (pages: string, credits: string) =>
      `${pages} ${pages === "1" ? "page" : "pages"}: ${credits} at most. What cannot be read is given back.`,
    priceMost: (pages: string, credits: string) =>
      `Up to ${pages} ${pages === "1" ? "page" : "pages"}: ${credits} reserved. What is not read is given back at the end.`,
    retryLead: (found: string, all: string) =>
      found === all
        ? `${found} ${found === "1" ? "page" : "pages"} could not be read. A new batch tries them again; the old one stays.`
        : `${found} of ${all} pages that could not be read were found, and are tried again in a new batch.`,
    retryHint: "How the first batch read its pages is not kept: choose it again below."
  },
  retry: "Read again what failed",
  example: "For example",
  filter: "Status",
  anyStatus: "Any status",
  clear: "Clear filters",
  noneFoundTitle: "No batch is like this.",
  noneFoundBody: "Another filter may find it.",
  hosts: "By host",
  host: { name: "Host", read: "Read", failed: "Failed" },
  partlyFailed: (read: string, all: string) => `Of the first ${read} of ${all} pages that failed.`,
  partly: (read: string, all: string) => `Of the first ${read} of ${all} pages.`,
  hostsLater: "Hosts and examples are told when it has ended.",
  files: "Each is one line of JSON for each page, compressed by gzip.",
  filesRead: "This command writes a file for each page that can be read as it is:",
  pages: { title: "Pages that were read", empty: "It has no text." },
  causes: {
    NOT_FOUND: "The page is not there",
    WEBSITE_NOT_FOUND: "There is no website at the address",
    WEBSITE_ACCESS_ERROR: "The website did not answer as it should",
    WEBSITE_BLOCKED: "The website lets no program in",
    PDF_SKIPPED: "A PDF, and those were not asked for",
    PDF_IMAGES_ONLY: "A PDF of pictures without text",
    UNSUPPORTED_CONTENT: "A kind of file that is not read",
    CONTENT_TOO_LARGE: "Too large",
    REQUEST_TIMEOUT: "It took too long",
    INTERNAL_ERROR: "Something went wrong here"
  } as Readonly<Record<string, string>>,
  emptyTitle: "No batch and no crawl was begun.",
  emptyBody: "Up to 100,000 addresses, or a whole site, are read in the background; you see them come in here.",
  columns: { status: "Status", batch: "What", done: "Done", cost: "Cost", begun: "Begun" },
  modes: { scrape: "Pages", crawl: "Crawl" },
  statuses: {
    queued: "waiting",
    running: "running",
    completed: "done",
    failed: "failed",
    cancelling: "being cancelled",
    cancelled: "cancelled"
  } as Readonly<Record<string, string>>,
  failed: (count: number) => `${count.toLocaleString("en")} failed`,
  progress: (succeeded: string, failed: string, pending: string) =>
    `${succeeded} done, ${failed} failed, ${pending} still to come`,
  reserved: "Reserved",
  refunded: "Given back",
  tags: "Tags",
  sent: (count: number) => plural(count, "address", "addresses"),
  sitemapOf: (domain: string) => `the sitemap of ${domain}`,
  leftOut: {
    title: "Left out",
    twice: (count: number) =>
      `${plural(count, "address was there already and is", "addresses were there already and are")} read once.`,
    invalid: (count: number) => `${plural(count, "entry cannot", "entries cannot")} be fetched, and cost nothing:`,
    first: (shown: number, all: number) =>
      `The first ${shown.toLocaleString("en")} of ${all.toLocaleString("en")} are kept.`
  },
  errors: "What failed, by its cause",
  results: "Results",
  file: (items: string) => `${items} pages`,
  cancel: "Cancel it",
  cancelTitle: "Cancel this?",
  cancelBody: (pending: string) =>
    `${pending} pages are not read any more, and their credits come back. What was read is kept.`
}
