/** Reading and shaping as values that can cross to another thread, and what they may cost on this one. */
import type { FactSheet } from "@kittiwake/core/extraction/domain/FactSheet"
import { type Filled, fillSchema, type Question } from "@kittiwake/core/extraction/domain/fillSchema"
import type { FactRequest } from "@kittiwake/core/extraction/FactReader"
import { type FillingCosts, fullCosts as fullFillingCosts } from "@kittiwake/core/internal/extraction/domain/Filling"
import type { TextReaders } from "@kittiwake/core/internal/extraction/domain/withMatchers"
import type { PageText, ReadRequest, ShapedPage, ShapeRequest } from "@kittiwake/core/pages/PageReader"
import * as Result from "effect/Result"
import type { Spend } from "./elementTests.ts"
import { readFactSheet } from "./facts/readFactSheet.ts"
import { type Mending, maxMended } from "./linkedData.ts"
import { type Matching, makeMatching, makeSpend, maxTakingSteps } from "./Matching.ts"
import { withoutNul } from "./normalized.ts"
import { type BadSelector, PageRefusal } from "./PageRefusal.ts"
import { makeNodeCount, type NodeCount } from "./PageTree.ts"
import { checkBeginning } from "./parseHtml.ts"
import { readPage } from "./readPage.ts"
import { compileShape, shapePage } from "./shapePage.ts"
import { textIn } from "./takeText.ts"
import { xhtmlAsHtml } from "./xhtml.ts"

export type PageWork =
  | { readonly kind: "read"; readonly request: ReadRequest }
  | { readonly kind: "shape"; readonly request: ShapeRequest }
  | { readonly kind: "facts"; readonly request: FactRequest }
  | { readonly kind: "fill"; readonly request: Question }
  | PeekWork

/** Whether a page is refused, as far as its beginning tells, which stands for the page in `request`. */
export interface PeekWork {
  readonly kind: "peek"
  readonly of: "shape" | "facts"
  readonly request: ShapeRequest | FactRequest
}

/** A page whose bytes were decoded. */
export interface ShapeText extends ShapeRequest {
  readonly html: string
}

/** As the parser reads it: what is looked for in the text is found where NUL stands in it as well. */
const decoded = <A extends { readonly html: string | Uint8Array; readonly charset?: string; readonly isXml?: boolean }>(
  request: A
): A & { readonly html: string } => {
  const html = withoutNul(textOf(request))
  return { ...request, html: request.isXml === true ? xhtmlAsHtml(html) : html }
}

const textOf = ({ charset, html }: { readonly html: string | Uint8Array; readonly charset?: string }): string => {
  if (typeof html === "string") return html
  return charset === undefined ? new TextDecoder().decode(html) : textIn(html, charset)
}

type Page = PageText | ShapedPage | FactSheet | Filled | null

/** What came of it, without classes: those do not survive the way between threads. */
export type PageAnswer =
  | { readonly kind: "done"; readonly page: Page }
  | { readonly kind: "invalid"; readonly selector: string; readonly message: string }
  | { readonly kind: "unreadable"; readonly reason: PageRefusal["reason"]; readonly message: string }
  /** It costs too much for a thread that others wait for, or for one that has the memory of ordinary pages. */
  | { readonly kind: "costly" }

/** What reading one page may cost. */
export interface Costs {
  readonly nodes: NodeCount
  readonly matching: Matching
  /** Of walking through the page for what rules find, and of taking it. */
  readonly taking: Spend
  /** Of matching selectors once more, to tell what each finds. */
  readonly finding: Matching
  readonly mending: Mending
  readonly filling: FillingCosts
}

const readElsewhere = () => {
  throw costly()
}

/** A pattern may take long for each text, and what reads patterns and telephone numbers is loaded in other threads alone. */
const inlineReaders: TextReaders = { compile: readElsewhere, readPhone: readElsewhere }

/** Nodes, and steps of matching and of taking what rules find together, that a page may cost before it is taken to another thread: some 20 ms. */
const maxInlineNodes = 8_000
const maxInlineSteps = 200_000

/** Characters of broken JSON-LD that are mended before the page is taken to another thread: some 5 ms at worst. */
const maxInlineMended = 8_000

/** Characters of one long value of an attribute, and of all such values: what looks into them may take longer than their length. */
const maxInlineValue = 8_000
const maxInlineValues = 64_000

/** Comparisons with all that filling takes before it is taken to another thread: some 20 ms. */
const maxInlineComparisons = 6_000

class Costly extends Error {}

const costly = () => new Costly()

const inlineCosts = (matching = makeMatching(maxInlineSteps, costly)): Costs => ({
  nodes: {
    made: 0,
    most: maxInlineNodes,
    exceeded: costly,
    values: { longest: maxInlineValue, left: maxInlineValues }
  },
  matching,
  taking: matching.spend,
  finding: makeMatching(maxInlineSteps, costly),
  mending: { left: maxInlineMended, exceeded: costly },
  filling: { most: maxInlineComparisons, exceeded: costly }
})

/**
 * What a thread for ordinary pages makes of one before a thread for large ones reads it anew: twice what pages of `pageThreads.ts` have
 * that are not large by their tags. The parser makes more of few tags: it opens again in each block what was left open before it.
 */
const ordinaryNodes = 200_000
const ordinaryAttributes = 400_000
const ordinaryValues = 8_000_000

const ordinaryNodeCount = (): NodeCount => ({
  made: 0,
  most: ordinaryNodes,
  attributes: { left: ordinaryAttributes, charactersLeft: ordinaryValues },
  exceeded: costly
})

const fullCosts = (nodes = makeNodeCount()): Costs => ({
  nodes,
  matching: makeMatching(),
  taking: makeSpend(maxTakingSteps),
  finding: makeMatching(),
  mending: { left: maxMended, exceeded: null },
  filling: fullFillingCosts
})

const done = (work: PageWork, costs: Costs, readers: Partial<TextReaders>): Result.Result<Page, BadSelector> => {
  switch (work.kind) {
    case "read":
      return readPage(work.request, costs)
    case "shape":
      return shapePage(decoded(work.request), costs)
    case "facts":
      return Result.succeed(readFactSheet(decoded(work.request), costs))
    case "fill":
      return Result.succeed(fillSchema(work.request, readers, costs.filling))
    case "peek":
      return peek(work, costs)
  }
}

/** Nodes that the end of a beginning makes at most, where the page goes on: what is implied, and a text. */
const nodesOfEnd = 16

/** Null where reading has to tell. Selectors are looked at first, as they are when the page is read. */
const peek = (work: PeekWork, { matching, nodes }: Costs): Result.Result<null, BadSelector> => {
  const { html } = decoded(work.request)
  const selectors = work.of === "shape" ? compileShape(work.request as ShapeRequest, matching) : Result.succeed(null)
  return Result.map(selectors, () => {
    checkBeginning(html, { ...nodes, most: nodes.most + nodesOfEnd })
    return null
  })
}

/** Works within what a thread can do that others wait for. */
export const doInline = (work: PageWork): PageAnswer => doWithin(work, inlineCosts(), inlineReaders)

/** Works within the limits of a page, or within what a thread for ordinary pages may make of one. */
export const doPageWork = (work: PageWork, readers: Partial<TextReaders>, isOrdinary = false): PageAnswer =>
  doWithin(work, fullCosts(isOrdinary ? ordinaryNodeCount() : makeNodeCount()), readers)

const doWithin = (work: PageWork, costs: Costs, readers: Partial<TextReaders>): PageAnswer => {
  // The limits stop the work from deep inside the parser and the matcher, which only a throw can do.
  try {
    return Result.match(done(work, costs, readers), {
      onFailure: ({ message, selector }): PageAnswer => ({ kind: "invalid", selector, message }),
      onSuccess: (page): PageAnswer => ({ kind: "done", page })
    })
  } catch (error) {
    if (error instanceof Costly) return { kind: "costly" }
    if (error instanceof PageRefusal) return { kind: "unreadable", reason: error.reason, message: error.message }
    throw error
  }
}
