/** Says what was found in words and figures, as a change carries it (contract/monitors.md §1.9). */
import type { Change } from "./Change.ts"
import { describeChange } from "./describeChange.ts"
import { describeReplaced, describeUrls } from "./describeUrls.ts"
import type { Finding } from "./Finding.ts"
import type { Judgement } from "./Judgement.ts"
import { clip } from "./readable.ts"
import { mostListed } from "./UrlChange.ts"

/** What a finding gives its change. */
export type Described = Omit<
  Change,
  "id" | "organizationId" | "monitorId" | "runId" | "targetType" | "changeDetectionType" | "detectedAt" | "url" | "tags"
>

/** Longest name of a monitor in a title. @internal */
export const nameLength = 80

/**
 * What a finding says on the monitor called `name` that watches `url`. What a judge said goes before what the difference
 * says by itself.
 */
export const describeFinding = (
  { name, url }: { readonly name: string; readonly url: string },
  finding: Finding,
  judgement: Judgement | null
): Described => {
  const found = ofFinding(name, finding)
  if (judgement === null) return found
  const { confidence, evidence, importance, summary, title } = judgement
  return {
    ...found,
    ...matching(finding.type === "extract" ? finding.matchedUrls : [url]),
    title: `${clip(name, nameLength)} – ${title}`,
    summary: behindReplaced(finding, summary),
    importance,
    confidence,
    evidence
  }
}

/** A summary behind the pages that took the place of others, which it does not know of. */
const behindReplaced = (finding: Finding, summary: string): string =>
  finding.type !== "extract" || finding.replaced === undefined
    ? summary
    : `${describeReplaced(finding.replaced)} ${summary}`

const matching = (urls: ReadonlyArray<string>): Pick<Described, "matchedUrls" | "matchedUrlCount"> => ({
  matchedUrls: urls.slice(0, mostListed),
  matchedUrlCount: urls.length
})

const ofFinding = (name: string, finding: Finding): Described => {
  if (finding.type === "sitemap") return describeUrls(name, finding.change)
  const { title, summary, ...texts } = describeChange(name, finding.change)
  return finding.type === "page"
    ? { title, summary, ...texts }
    : { title, summary: behindReplaced(finding, summary), ...matching(finding.matchedUrls) }
}
