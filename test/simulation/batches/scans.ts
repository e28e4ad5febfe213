/** Files of a simulation: each is one page whose text is read from its picture. */
import type { DocumentReader } from "@kittiwake/core/pages/DocumentReader"
import { Effect } from "effect"

export const scans: DocumentReader["Service"] = {
  read: ({ bytes, type }) =>
    Effect.sync(() => {
      const said = new TextDecoder().decode(bytes)
      const isScan = type === "pdf"
      return {
        html: `<pre>${said}</pre>`,
        markdown: isScan ? null : said,
        title: null,
        author: null,
        pageCount: isScan ? 1 : null,
        recoveredPages: isScan ? [1] : []
      }
    })
}
