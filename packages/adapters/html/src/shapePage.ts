/** Makes of a page what is asked for, in one reading. */
import type { MarkdownOptions } from "@kittiwake/core/pages/domain/ScrapeRequest"
import type { ShapedPage, ShapeRequest } from "@kittiwake/core/pages/PageReader"
import * as Result from "effect/Result"
import { type Addresses, addressesOf } from "./Addresses.ts"
import { descriptionsOf, titlesOf } from "./content/findLead.ts"
import { mainContent } from "./content/mainContent.ts"
import { saysArticle, saysDiscussion } from "./content/saysArticle.ts"
import { toldBodyOf } from "./content/toldBody.ts"
import { compileRules, extractFields } from "./extractFields.ts"
import { findImages } from "./findImages.ts"
import { findLinks } from "./findLinks.ts"
import { flattenDepth } from "./flattenDepth.ts"
import { closeHeadings } from "./headingParts.ts"
import { inlineFrames } from "./inlineFrames.ts"
import { keepRegions } from "./keepRegions.ts"
import { readLinkedData } from "./linkedData.ts"
import type { Matching } from "./Matching.ts"
import { type Footnotes, findFootnotes, noFootnotes } from "./markdown/footnotes.ts"
import { writeMarkdown } from "./markdown/writeMarkdown.ts"
import type { BadSelector } from "./PageRefusal.ts"
import type { NodeCount, PageElement } from "./PageTree.ts"
import type { Costs, ShapeText } from "./PageWork.ts"
import { pageFacts } from "./pageFacts.ts"
import { parseHtml } from "./parseHtml.ts"
import { placeParts } from "./placeParts.ts"
import { readMetadata } from "./readMetadata.ts"
import { compileSelectors } from "./Selectors.ts"
import { siteOf } from "./sites/siteOf.ts"
import { surveyPage } from "./surveyPage.ts"
import { placeUnscripted, unscriptedMark } from "./unscripted.ts"
import { writeHtml } from "./writeHtml.ts"

/** What a request seeks in the page; fails when a selector cannot be matched. */
export const compileShape = (request: ShapeRequest, matching: Matching) =>
  Result.all({
    include: compileSelectors(request.includeSelectors, matching),
    exclude: compileSelectors(request.excludeSelectors, matching),
    rules: compileRules(request.extract ?? new Map(), matching)
  })

/** Fails when a selector cannot be matched; throws past a limit. */
export const shapePage = (
  request: ShapeText,
  { matching, mending, nodes, taking }: Costs
): Result.Result<ShapedPage, BadSelector> =>
  compileShape(request, matching).pipe(
    Result.map(({ exclude, include, rules }) => {
      const root = readPage(request, nodes)
      const addresses = addressesOf(root, request.finalUrl)
      const survey = surveyPage(root)
      const linkedData =
        request.wantsMetadata || request.mainContentOnly ? readLinkedData(survey.linkedData, mending) : []
      const ofPage = {
        metadata: request.wantsMetadata ? readMetadata(survey, addresses, linkedData, request) : null,
        links: request.wantsLinks ? findLinks(survey.anchors, addresses) : [],
        images: request.wantsImages ? findImages(survey.pictured, addresses) : []
      }
      const hasSelectors = include.length + exclude.length > 0
      const regions = keepRegions(root, include, exclude)
      if (request.mainContentOnly) closeHeadings(regions)
      const { footnotes, root: kept } = request.mainContentOnly
        ? mainContent(regions, {
            isArticle: saysArticle(survey, linkedData),
            isDiscussion: saysDiscussion(linkedData),
            titles: titlesOf(survey),
            descriptions: descriptionsOf(survey),
            toldBody: hasSelectors ? undefined : toldBodyOf(linkedData),
            readSite: siteOf(request.html, request.finalUrl),
            keepsCaptions: request.wantsHtml || request.markdown?.includeImages !== false
          })
        : { root: regions, footnotes: request.markdown === null ? noFootnotes : findFootnotes(regions) }
      return {
        markdown: request.markdown === null ? null : markdownOf(kept, request.markdown, { addresses, footnotes }),
        html: request.wantsHtml ? writeHtml(kept) : null,
        ...ofPage,
        extracted: request.extract === null ? null : extractFields(kept, rules, taking),
        facts: pageFacts(survey, kept, addresses)
      }
    })
  )

const readPage = (request: ShapeText, nodes: NodeCount): PageElement => {
  const parse = (markup: string) => parseHtml(markup, nodes, true)
  const root = parse(request.html)
  placeParts(root, request.html)
  if (request.html.includes(unscriptedMark)) placeUnscripted(root, parse)
  if (request.frames !== null) {
    const documents = new Map(request.frames.map(({ html, url }) => [url.replace(/#.*$/, ""), html]))
    inlineFrames(root, addressesOf(root, request.finalUrl), { documents, parse })
    flattenDepth(root)
  }
  return root
}

const markdownOf = (
  kept: PageElement,
  options: MarkdownOptions,
  ofPage: { readonly addresses: Addresses; readonly footnotes: Footnotes }
): string => writeMarkdown(kept, { ...ofPage, options })
