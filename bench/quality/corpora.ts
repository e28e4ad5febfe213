/** The public corpora: their pages, and how each counts. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { Content } from "./contenders.ts"
import { textOf } from "./contenders.ts"
import { bodyHtml, bodyMarkdown, bodyText, withoutAddresses, withoutMarks } from "./sameTerms.ts"
import { type Hits, meanOfPages, meanOfParts, pieceHits, pooled, type Score, shingleHits, wordHits } from "./score.ts"

export interface Page {
  readonly id: string
  readonly url: string
  readonly html: string
  readonly hits: (found: Content) => Hits | Promise<Hits>
}

export interface Corpus {
  readonly name: string
  readonly target: number
  /** Whether pages of the second quarter were looked at since the rules of the first half. */
  readonly opened: boolean
  readonly score: (hits: ReadonlyArray<Hits>) => Score
  /** The pages under a folder with the corpora; undefined when this one is not there. */
  readonly pages: (folder: string) => ReadonlyArray<Page> | undefined
}

const text = (path: string) => readFileSync(path, "utf8")

/** Bytes as text by the charset that the page names, else UTF-8. */
const decoded = (bytes: Buffer): string => {
  const named = /charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 4_096).toString("latin1"))?.[1]
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes)
  } catch {
    return bytes.toString("utf8")
  }
}

const articles: Corpus = {
  name: "article-extraction-benchmark",
  opened: false,
  target: 0.97,
  score: meanOfParts,
  pages: (folder) => {
    const root = join(folder, "scrapinghub+article-extraction-benchmark")
    if (!existsSync(root)) return undefined
    const truth: Record<string, { articleBody: string; url: string }> = JSON.parse(
      text(join(root, "ground-truth.json"))
    )
    return Object.entries(truth).map(([id, { articleBody, url }]) => ({
      id,
      url,
      html: gunzipSync(readFileSync(join(root, "html", `${id}.html.gz`))).toString("utf8"),
      hits: (found) => shingleHits(articleBody, bodyText(found, articleBody))
    }))
  }
}

const trafilatura: Corpus = {
  name: "trafilatura",
  opened: false,
  target: 0.92,
  score: pooled,
  pages: (folder) => {
    const root = join(folder, "adbar+trafilatura/tests")
    if (!existsSync(root)) return undefined
    const truth: Record<string, { file: string; with: Array<string>; without: Array<string> }> = JSON.parse(
      text(join(root, "evaldata.json"))
    )
    return Object.entries(truth).flatMap(([url, one]) => {
      const path = ["cache", "eval"].map((part) => join(root, part, one.file)).find(existsSync)
      if (path === undefined) return []
      return [
        {
          id: one.file,
          url,
          html: decoded(readFileSync(path)),
          hits: (found: Content) => pieceHits(one.with, one.without, bodyText(found, one.with.join("\n")))
        }
      ]
    })
  }
}

const readability: Corpus = {
  name: "readability",
  opened: true,
  target: 0.98,
  score: meanOfPages,
  pages: (folder) => {
    const root = join(folder, "mozilla+readability/test/test-pages")
    if (!existsSync(root)) return undefined
    return readdirSync(root).map((id) => {
      const expected = textOf(text(join(root, id, "expected.html")))
      return {
        id,
        url: "http://fakehost/test/page.html",
        html: text(join(root, id, "source.html")),
        hits: async (found) => wordHits(await expected, await textOf(bodyHtml(found, await expected)))
      }
    })
  }
}

const defuddle: Corpus = {
  name: "defuddle",
  opened: true,
  target: 0.98,
  score: meanOfPages,
  pages: (folder) => {
    const root = join(folder, "kepano+defuddle/tests")
    if (!existsSync(root)) return undefined
    return readdirSync(join(root, "fixtures")).flatMap((file) => {
      const id = basename(file, ".html")
      const path = join(root, "expected", `${id}.md`)
      if (!existsSync(path)) return []
      const html = text(join(root, "fixtures", file))
      const expected = text(path).replace(/^```json\n[\s\S]*?\n```\n/, "")
      const told = /<!--\s*(\{"url":.*?\})\s*-->/.exec(html)?.[1]
      const url = told === undefined ? `https://${id.replace(/^[a-z]+--/, "")}` : JSON.parse(told).url
      const words = withoutMarks(expected, url)
      const hits = (found: Content) =>
        wordHits(withoutAddresses(words), withoutAddresses(withoutMarks(bodyMarkdown(found, words), url)))
      return [{ id, url, html, hits }]
    })
  }
}

/** Our own pages, which are no articles: what must stay and what must go, with the F1 of both. */
const own: Corpus = {
  name: "pages that are no articles",
  opened: true,
  target: 0.98,
  score: pooled,
  pages: () => {
    const root = join(import.meta.dirname, "pages")
    const truth: Record<string, { keep: Array<string>; drop: Array<string> }> = JSON.parse(
      text(join(root, "expected.json"))
    )
    return Object.entries(truth).map(([id, { drop, keep }]) => ({
      id,
      url: `https://example.com/${id}`,
      html: text(join(root, `${id}.html`)),
      hits: async ({ html }) => pieceHits(keep, drop, await textOf(html))
    }))
  }
}

export const corpora: ReadonlyArray<Corpus> = [articles, trafilatura, readability, defuddle, own]
