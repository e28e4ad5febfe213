/** What `kittiwake scrape` prints. */
import type { ActionOutcome } from "@kittiwake/core/pages/domain/BrowserAction"
import type { PageImages, ScrapedPage } from "@kittiwake/core/pages/Pages"
import { fields } from "../output.ts"
import { harmless } from "./terminal.ts"

/** What is asked of a page. */
export type Wanted = "markdown" | "html" | "images" | "links" | "metadata"

export interface Output {
  readonly wanted: Wanted
  readonly text: string
  /** What programs get; the field that `wanted` names holds what the text says. */
  readonly record: { readonly [field: string]: unknown }
  /** What kind of file it is; null where that is not told. */
  readonly type: string | null
  /** What a browser was asked to do first, and how that went. */
  readonly actions: ReadonlyArray<ActionOutcome>
}

/** What of the actions was not done, and why: the page was read as it is without them. */
export const undone = ({ actions }: Output): ReadonlyArray<string> =>
  actions.flatMap(({ error = "", instruction, status }) => {
    if (status === "applied") return []
    const because = error === "" ? "" : `: ${error}`
    return [
      `--actions: "${harmless(instruction)}" ${status === "failed" ? "failed" : "was left out"}${harmless(because)}`
    ]
  })

/** Files whose text may stand in pictures: those of pages, and pictures themselves. */
const pictured = /^(?:pdf|png|jpe?g|gif|webp|bmp|tiff?|avif|image)$/

/** Flags that mean nothing for what was read, a line each: all of it was read all the same. */
export const ignored = (
  type: string | null,
  given: { readonly pages: boolean; readonly ocr: boolean }
): ReadonlyArray<string> =>
  type === null
    ? []
    : [
        ...(given.pages && type !== "pdf"
          ? [`kittiwake: --pages: only a PDF has pages. All of this ${type} was read.`]
          : []),
        ...(given.ocr && !pictured.test(type)
          ? [`kittiwake: --ocr: this is ${type}, whose text is read without it.`]
          : [])
      ]

/** That nothing of the page was kept, where regions of it were asked for. */
export const nothingKept = ({ text, wanted }: Output, include: ReadonlyArray<string>): ReadonlyArray<string> =>
  include.length > 0 && (wanted === "markdown" || wanted === "html") && text.trim() === ""
    ? [`kittiwake: --include: nothing of the page is in ${include.map((one) => `"${harmless(one)}"`).join(", ")}.`]
    : []

const withoutNulls = (record: object): { readonly [field: string]: unknown } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

const metadataText = ({ metadata }: ScrapedPage): string =>
  fields(
    Object.entries(metadata).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])
  )

const textOf = (wanted: Wanted, page: ScrapedPage): string => {
  switch (wanted) {
    case "html":
      return page.html ?? ""
    case "links":
      return (page.links ?? []).map(({ url }) => url).join("\n")
    case "metadata":
      return metadataText(page)
    default:
      return page.markdown ?? ""
  }
}

/** Everything but the pictures. Nothing is kept between calls, so nothing is said of a cache. */
export const pageOutput = (wanted: Wanted, page: ScrapedPage): Output => {
  const { cache: _, ...rest } = page
  return {
    wanted,
    text: textOf(wanted, page),
    record: withoutNulls(rest),
    type: page.type,
    actions: page.actionsApplied
  }
}

/** Most characters of a drawing or a data URI on a line. */
const maxShown = 120

/** The pictures of a page, one a line. */
export const imagesOutput = ({ actionsApplied, finalDomState, images, isPart, url }: PageImages): Output => ({
  wanted: "images",
  text: images.map(({ src, type }) => (type === "url" ? src : src.replace(/\s+/g, " ").slice(0, maxShown))).join("\n"),
  actions: actionsApplied,
  type: null,
  record: {
    url,
    images: images.map(({ enrichment: _, ...image }) => image),
    actionsApplied,
    finalDomState,
    isPart
  }
})
