/** Markdown as GitHub renders it. */
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"

/** `links` tells whether addresses that stand as text become links, which they are not on their page. */
export const renderMarkdown = (markdown: string, { links }: { readonly links: boolean } = { links: false }): string =>
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm(), ...(links ? [] : [{ disable: { null: addresses } }])],
    htmlExtensions: [gfmHtml()]
  })

const addresses = ["wwwAutolink", "protocolAutolink", "emailAutolink"]
