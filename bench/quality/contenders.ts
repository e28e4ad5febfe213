/** Ours and the peers, each as a function from a page to its main content. */
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import type { ShapeRequest } from "@kittiwake/core/pages/PageReader"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { layer } from "@kittiwake/html/PageReader"
import { Effect, ManagedRuntime } from "effect"

export interface Content {
  readonly html: string
  readonly markdown: string
  /** Of a peer, its text; of ours, the Markdown that comes by default: without pictures, and what is written under them. */
  readonly words: string
  /** Ours: the page's title is part of it, which the peers hold apart. */
  readonly isOurs: boolean
}

export interface Contender {
  readonly name: string
  readonly read: (html: string, url: string) => Promise<Content>
}

const runtime = ManagedRuntime.make(layer)

const everything: Omit<ShapeRequest, "html" | "sourceUrl" | "finalUrl"> = {
  includeSelectors: [],
  excludeSelectors: [],
  mainContentOnly: true,
  frames: null,
  markdown: { includeLinks: true, includeImages: true, shortenBase64Images: true },
  wantsHtml: true,
  wantsMetadata: false,
  wantsLinks: false,
  wantsImages: false,
  extract: null
}

const shape = (html: string, url: string, request: Partial<ShapeRequest> = {}) =>
  runtime.runPromise(
    PageReader.use((reader) => reader.shape({ ...everything, html, sourceUrl: url, finalUrl: url, ...request }))
  )

const words = { includeLinks: false, includeImages: false, shortenBase64Images: true }

export const ours: Contender = {
  name: "kittiwake",
  read: async (html, url) => {
    const whole = await shape(html, url)
    const { markdown } = await shape(html, url, { wantsHtml: false, markdown: words })
    return { html: whole.html ?? "", markdown: whole.markdown ?? "", words: markdown ?? "", isOurs: true }
  }
}

/** All of a page as Markdown. */
export const markdownOf = async (html: string): Promise<string> => {
  const page = await shape(html, "https://example.com/a/", { mainContentOnly: false, wantsHtml: false })
  return page.markdown ?? ""
}

/** Visible text of kept markup, the same way for all. */
export const textOf = (html: string): Promise<string> =>
  runtime.runPromise(
    PageReader.use((reader) =>
      reader.read({
        body: html,
        mediaType: "text/html",
        includeSelectors: ["html"],
        excludeSelectors: [],
        leavesOutNoise: false
      })
    ).pipe(Effect.map((page) => page.text))
  )

export const close = (): Promise<void> => runtime.dispose()

interface Peers {
  readonly Readability: new (document: unknown) => { parse: () => { content: string } | null }
  readonly Turndown: new (options: object) => { use: (plugin: unknown) => void; turndown: (html: string) => string }
  readonly gfm: unknown
  readonly parseHTML: (html: string) => { document: unknown }
  readonly Defuddle: (
    document: unknown,
    url: string,
    options: object
  ) => Promise<{ content: string; contentMarkdown?: string }>
}

/** The peers that are installed; undefined when none are. */
export const peers = (folder: URL): ReadonlyArray<Contender> | undefined => {
  const load = createRequire(new URL("package.json", folder))
  let found: Peers
  try {
    found = {
      Readability: load("@mozilla/readability").Readability,
      Turndown: load("turndown"),
      gfm: load("@joplin/turndown-plugin-gfm").gfm,
      parseHTML: load("linkedom").parseHTML,
      Defuddle: load(fileURLToPath(new URL("node_modules/defuddle/dist/node.js", folder))).Defuddle
    }
  } catch (error) {
    console.error(`peers: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`)
    return undefined
  }
  // Defuddle prints each block of linked data that it cannot parse.
  const { error: print } = console
  console.error = (...parts: ReadonlyArray<unknown>) => {
    if (!String(parts[0]).startsWith("Defuddle")) print(...parts)
  }
  const turndown = new found.Turndown({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" })
  turndown.use(found.gfm)
  return [
    {
      name: "readability",
      read: async (html) => {
        const content = new found.Readability(found.parseHTML(html).document).parse()?.content ?? ""
        return {
          html: content,
          markdown: turndown.turndown(content),
          words: await textOf(content),
          isOurs: false
        }
      }
    },
    {
      name: "defuddle",
      read: async (html, url) => {
        const fetch = () => Promise.reject(new Error("no network"))
        const { document } = found.parseHTML(html)
        const read = await found.Defuddle(document, url, { separateMarkdown: true, fetch, useAsync: false })
        return {
          html: read.content,
          markdown: read.contentMarkdown ?? "",
          words: await textOf(read.content),
          isOurs: false
        }
      }
    }
  ]
}
