/** Reads a page and what it links to, as one Markdown document. */
import { type Kittiwake, KittiwakeError } from "kittiwake"

/** A page as a section, or why it has none. */
const section = async (kittiwake: Kittiwake, url: string): Promise<string> => {
  try {
    const { markdown, metadata } = await kittiwake.web.scrape({ url, useMainContentOnly: true, includeLinks: false })
    return `<!-- ${metadata.title ?? url} -->\n\n${markdown}`
  } catch (error) {
    if (error instanceof KittiwakeError) return `<!-- ${url}: ${error.message} -->`
    throw error
  }
}

/** The main content of the first `most` pages that a page leads to, one after the other. */
export const readingList = async (
  kittiwake: Kittiwake,
  options: { readonly url: string; readonly most: number }
): Promise<string> => {
  const { links } = await kittiwake.web.scrape({ url: options.url, links: true })
  const urls = (links ?? []).slice(0, options.most).map((link) => link.url)
  return (await Promise.all(urls.map((url) => section(kittiwake, url)))).join("\n\n")
}
