/** What callers send, as the core takes it. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import type { BrowserAction } from "@kittiwake/core/pages/domain/BrowserAction"
import {
  defaultMarkdown,
  defaultPdf,
  type MarkdownOptions,
  type PageRegions,
  type PageSource,
  type PdfOptions
} from "@kittiwake/core/pages/domain/ScrapeRequest"
import type { PictureSource, ScreenshotPart } from "@kittiwake/core/pages/Pages"
import { BrowserProfileId, type ProfileRef } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { checkRequestHeaders } from "@kittiwake/core/web/domain/RequestHeaders"
import { Effect, Result } from "effect"
import type { ActionInput } from "./query.ts"

/** An action with what it leaves open filled in (contract/scrape.md §0.4). */
const browserAction = (action: ActionInput): BrowserAction =>
  action.do === "scroll"
    ? {
        do: "scroll",
        direction: action.direction ?? "down",
        amount: action.amount ?? "viewport",
        maxScrolls: action.maxScrolls ?? 1,
        container: action.container ?? null
      }
    : action

/** Headers for the target, or a refusal that names the field. */
export const targetHeaders = (headers: Readonly<Record<string, string>> | undefined) =>
  Effect.fromResult(
    Result.mapError(checkRequestHeaders(headers ?? {}), (message) => new InvalidInput({ field: "headers", message }))
  )

/** Whose profiles a call may use. */
export interface Owner {
  readonly organization: Pick<Principal["organization"], "id">
}

/** The caller's own profile; an id that nobody could have is the id of nothing. */
const profileRef = ({ organization }: Owner, id: string | undefined): ProfileRef | null =>
  id === undefined ? null : { organizationId: organization.id, id: BrowserProfileId.make(id) }

export interface SourceInput {
  readonly url: string
  readonly country?: string
  readonly waitForMs?: number
  readonly settleAnimations?: boolean
  readonly includeFrames?: boolean
  readonly actions?: ReadonlyArray<ActionInput>
  readonly headers?: Readonly<Record<string, string>>
  readonly profileId?: string
}

export const pageSource = (caller: Owner, input: SourceInput): Effect.Effect<PageSource, InvalidInput> =>
  Effect.map(targetHeaders(input.headers), (headers) => ({
    url: input.url,
    headers,
    country: input.country ?? null,
    waitMillis: input.waitForMs ?? null,
    settlesAnimations: input.settleAnimations ?? false,
    actions: (input.actions ?? []).map(browserAction),
    includeFrames: input.includeFrames ?? false,
    profile: profileRef(caller, input.profileId)
  }))

export interface RegionsInput {
  readonly useMainContentOnly?: boolean
  readonly includeSelectors?: ReadonlyArray<string>
  readonly excludeSelectors?: ReadonlyArray<string>
}

export const pageRegions = (input: RegionsInput): PageRegions => ({
  mainContentOnly: input.useMainContentOnly ?? false,
  includeSelectors: input.includeSelectors ?? [],
  excludeSelectors: input.excludeSelectors ?? []
})

export interface MarkdownInput {
  readonly includeLinks?: boolean
  readonly includeImages?: boolean
  readonly shortenBase64Images?: boolean
}

export const markdownOptions = (input: MarkdownInput): MarkdownOptions => ({
  includeLinks: input.includeLinks ?? defaultMarkdown.includeLinks,
  includeImages: input.includeImages ?? defaultMarkdown.includeImages,
  shortenBase64Images: input.shortenBase64Images ?? defaultMarkdown.shortenBase64Images
})

export interface PdfInput {
  readonly shouldParse?: boolean
  readonly start?: number
  readonly end?: number
  readonly ocr?: boolean
}

/** How PDF files are read; a range that ends before it begins is refused. */
export const pdfOptions = (input: PdfInput = {}): Effect.Effect<PdfOptions, InvalidInput> =>
  input.start !== undefined && input.end !== undefined && input.end < input.start
    ? Effect.fail(new InvalidInput({ field: "pdf.end", message: "must not be less than pdf.start" }))
    : Effect.succeed({
        shouldParse: input.shouldParse ?? defaultPdf.shouldParse,
        start: input.start ?? null,
        end: input.end ?? null,
        ocr: input.ocr ?? defaultPdf.ocr
      })

interface PictureInput {
  readonly viewport?: { readonly width?: number; readonly height?: number }
  readonly fullScreenshot?: boolean
  readonly scrollOffset?: number
  readonly clearPopups?: boolean
  readonly handleCookiePopup?: boolean
  readonly colorScheme?: "light" | "dark"
  readonly waitForMs?: number
  readonly country?: string
  readonly profileId?: string
}

/** Wait before a picture is taken, unless the caller says otherwise (contract/scrape.md §5). */
const pictureWaitMillis = 3_000

export const pictureSource = (caller: Owner, input: PictureInput): Omit<PictureSource, "url"> => ({
  country: input.country ?? null,
  viewport: { width: input.viewport?.width ?? 1_920, height: input.viewport?.height ?? 1_080 },
  colorScheme: input.colorScheme ?? null,
  handlesCookieBanner: input.handleCookiePopup ?? false,
  clearsPopups: input.clearPopups ?? false,
  waitMillis: input.waitForMs ?? pictureWaitMillis,
  profile: profileRef(caller, input.profileId)
})

/** A slice overrides the full page. */
export const screenshotPart = ({ fullScreenshot, scrollOffset }: PictureInput): ScreenshotPart => {
  if (scrollOffset !== undefined) return { _tag: "From", top: scrollOffset }
  return fullScreenshot === true ? { _tag: "FullPage" } : { _tag: "Window" }
}
