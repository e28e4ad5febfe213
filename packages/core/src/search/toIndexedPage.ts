/** A page that was read, as it is indexed. */
import { DateTime, Option } from "effect"
import { forbidsIndex } from "../pages/domain/robotsTag.ts"
import type { PageReading } from "../pages/PageReadings.ts"
import type { IndexedPage } from "./domain/IndexedPage.ts"
import { mostPart, mostText } from "./domain/indexTerms.ts"
import { type HtmlSketch, sketchOfHtml } from "./domain/sketchOfHtml.ts"

/**
 * Marks of Markdown that say nothing: what pictures and links lead to, headings, emphasis, tables, code. No pattern looks at a place more than
 * a few times, whatever a page says: blanks are one before any other is looked for, and no pattern repeats what repeats. Those that cannot
 * be there without certain letters are looked for where these are: most pages have few of them.
 */
const marks: ReadonlyArray<{ readonly having?: ReadonlyArray<string>; readonly mark: RegExp; readonly kept: string }> =
  [
    { mark: /[ \t]{2,}/g, kept: " " },
    { having: ["!["], mark: /!\[([^[\]\n]{0,300})\]\([^()\n]{0,2000}\)/g, kept: "$1" },
    { having: ["]("], mark: /\[([^[\]\n]{0,1000})\]\([^()\n]{0,2000}\)/g, kept: "$1" },
    { mark: /^ ?(?:#{1,6}|>|[-*+]|\d{1,9}[.)]) /gm, kept: "" },
    { having: ["```", "~~~"], mark: /^ {0,3}(?:`{3,}|~{3,}).*$/gm, kept: "" },
    { having: ["**", "__", "~~", "`"], mark: /\*\*|__|~~|`/g, kept: "" },
    { having: ["|"], mark: /\|/g, kept: "  " },
    { having: ["\\"], mark: /\\([\\`*_{}[\]()#+\-.!|<>~])/g, kept: "$1" },
    { mark: /\n{3,}/g, kept: "\n\n" }
  ]

/** A line of nothing but what rules and tables are drawn with. */
const drawn = /^[ :|-]+$/gm

const withoutDrawn = (markdown: string): string =>
  markdown.includes("---") ? markdown.replace(drawn, (line) => (line.includes("---") ? "" : line)) : markdown

/** Markdown without its marks. @internal */
export const plainText = (markdown: string): string =>
  marks
    .reduce(
      (text, { having, kept, mark }) =>
        having === undefined || having.some((letters) => text.includes(letters)) ? text.replace(mark, kept) : text,
      // Of what is cut anyway no more is looked at than the marks may take away.
      withoutDrawn(markdown.slice(0, mostText * 2))
    )
    .trim()

const languageOf = (tag: string | undefined): string | null =>
  /^[a-z]{2}(?=$|[-_])/i.exec(tag?.trim() ?? "")?.[0].toLowerCase() ?? null

const momentOf = (text: string | undefined): DateTime.Utc | null =>
  text === undefined ? null : Option.getOrNull(Option.map(DateTime.make(text.trim()), DateTime.toUtc))

/** What the HTML of a page says of it, where nobody has read it for that. */
const sketchOf = ({ isHtml, text }: PageReading): HtmlSketch | null => (isHtml === true ? sketchOfHtml(text) : null)

/** The page as it is indexed; null where it asks not to be. A date that lies ahead of its reading is none. @internal */
export const toIndexedPage = (reading: PageReading): IndexedPage | null => {
  const { capturedAtMillis, metadata, organizationId, text, url } = reading
  const sketch = sketchOf(reading)
  const asked = [metadata?.robots, sketch?.robots, reading.robots]
  if (asked.some((robots) => forbidsIndex(robots, capturedAtMillis))) return null
  const publishedAt = momentOf(metadata?.publishedTime ?? sketch?.publishedTime)
  const headings = metadata?.headings?.map((heading) => heading.text).join("\n")
  return {
    organizationId,
    url,
    title: metadata?.title ?? sketch?.title ?? "",
    description: metadata?.description ?? sketch?.description ?? "",
    headings: (headings ?? sketch?.headings ?? "").slice(0, mostPart),
    text: sketch === null ? plainText(text) : sketch.text,
    language: languageOf(metadata?.language ?? sketch?.language),
    publishedAt:
      publishedAt !== null && publishedAt.epochMilliseconds <= capturedAtMillis + 86_400_000 ? publishedAt : null,
    readAt: DateTime.makeUnsafe(capturedAtMillis)
  }
}
