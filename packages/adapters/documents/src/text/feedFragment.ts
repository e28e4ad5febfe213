/** A feed as HTML: its items under their titles, each with its date and its summary. */
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { escapeHtml, heading, link, oneLine, paragraph } from "../reading/Markup.ts"
import { safeMarkup } from "../reading/SafeMarkup.ts"
import type { Feed } from "./Feed.ts"
import type { FeedMarkup } from "./feedBase.ts"
import { titleText } from "./feedMarkup.ts"

const shown = ({ base, markup }: FeedMarkup): string => safeMarkup(markup, { isXml: false, img: () => "", base })

export const feedFragment = ({ author, description, items, title }: Feed): Fragment => {
  const html = items.map((item) => {
    const name = titleText(item.title) || item.address || "Untitled"
    const summary = shown(item.summary).trim()
    return (
      heading(2, link(item.address, escapeHtml(name))) +
      paragraph(escapeHtml(oneLine(item.date))) +
      (/^<(p|div|ul|ol|h\d|table|blockquote|pre|section|figure)\b/.test(summary) ? `${summary}\n` : paragraph(summary))
    )
  })
  const head = heading(1, escapeHtml(titleText(title))) + paragraph(shown(description))
  return fragment(head + html.join(""), { title: titleText(title).slice(0, 500) || null, author })
}
