/**
 * Serves the dashboard: one page for all of its screens, and the files that it loads.
 *
 * **Model.** A program mounts the API below any path, which nobody here is told. So the page names its files from the screen that
 * was asked for, and what they load they name from where they are.
 */
import { Signer } from "@kittiwake/core/security/Signer"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { NoSuchRoute } from "../errors.ts"
import { headerList, namesTag } from "../headerLists.ts"
import { pathOf } from "../logs/loggedCall.ts"
import { Replies } from "../Replies.ts"
import { type DashboardFile, DashboardFiles } from "./DashboardFiles.ts"

/** Where it stands. */
export const dashboardPath = "/app"

const filesPath = `${dashboardPath}/files/`

/** How the page begins the addresses of its files, as it was built: from the folder of the dashboard. */
const fromFolder = '"./files/'

/** Most folders that a screen may stand below the dashboard's own. */
const deepest = 8

/** How far below the dashboard's folder a browser takes `path` to be: 0 in it, -1 for that folder without its slash. */
const depthOf = (path: string): number => path.slice(dashboardPath.length).split("/").length - 2

/** The page as it is for a screen at a depth. */
const pageAt = ({ bytes, contentType }: DashboardFile, depth: number): DashboardFile => {
  const up = depth < 0 ? `.${dashboardPath}/` : depth === 0 ? "./" : "../".repeat(depth)
  const text = new TextDecoder().decode(bytes).replaceAll(fromFolder, `"${up}files/`)
  return { bytes: new TextEncoder().encode(text), brotli: null, contentType }
}

/** What a browser may do with the page: run and style it by its own files, ask this server alone, and stand in no frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  // Pages that were watched stand in frames that have a text and no address, and go nowhere.
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  // Text becomes markup at one place alone: in those frames.
  "require-trusted-types-for 'script'",
  "trusted-types still-frame"
].join("; ")

const ofPage = {
  "cache-control": "no-cache",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
}

/** Its name is that of its content, so that it never changes. */
const ofFile = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff"
}

const acceptsBrotli = /(?:^|,)\s*br\s*(?:$|,|;\s*q=(?:1|0?\.\d*[1-9]))/i

/** A file as it is answered, put together once. */
interface Served {
  readonly tag: string
  readonly plain: HttpServerResponse.HttpServerResponse
  readonly brotli: HttpServerResponse.HttpServerResponse | null
  readonly unchanged: HttpServerResponse.HttpServerResponse
}

const served = Effect.fnUntraced(function* (
  { brotli, bytes, contentType }: DashboardFile,
  given: Readonly<Record<string, string>>
) {
  const digest = yield* (yield* Signer).digest(bytes)
  // Weak, because the same content goes out in several encodings.
  const tag = `W/"${digest.slice(0, 32)}"`
  const headers = { ...given, etag: tag, vary: "accept-encoding" }
  return {
    tag,
    plain: HttpServerResponse.uint8Array(bytes, { headers, contentType }),
    brotli:
      brotli === null || brotli.byteLength >= bytes.byteLength
        ? null
        : HttpServerResponse.uint8Array(brotli, { headers: { ...headers, "content-encoding": "br" }, contentType }),
    unchanged: HttpServerResponse.empty({ status: 304, headers })
  } satisfies Served as Served
})

const answerWith = ({ headers }: HttpServerRequest.HttpServerRequest, { brotli, plain, tag, unchanged }: Served) => {
  if (namesTag(headers["if-none-match"], tag)) return unchanged
  return brotli !== null && acceptsBrotli.test(headerList(headers["accept-encoding"])) ? brotli : plain
}

/** The routes; without files there are none. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const files = yield* DashboardFiles
    if (files === null) return
    const { refuse } = yield* Replies
    const signer = yield* Signer

    const dashboard = yield* files.pipe(
      Effect.flatMap(
        Effect.fnUntraced(function* (given) {
          const entries = yield* Effect.forEach([...given.files], ([name, file]) =>
            Effect.map(served(file, ofFile), (one) => [name, one] as const)
          )
          const pages = new Map<number, Served>()
          for (let depth = -1; depth <= deepest; depth += 1) {
            pages.set(depth, yield* served(pageAt(given.index, depth), ofPage))
          }
          return { pages, files: new Map(entries) }
        })
      ),
      Effect.provideService(Signer, signer),
      // Read once, whatever becomes of who asked first.
      Effect.uninterruptible,
      Effect.cached
    )

    const page = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const found = (yield* dashboard).pages.get(depthOf(pathOf(request.url)))
      return found === undefined ? yield* refuse(yield* Exchange, new NoSuchRoute()) : answerWith(request, found)
    })

    const file = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const found = (yield* dashboard).files.get(pathOf(request.url).slice(filesPath.length))
      return found === undefined ? yield* refuse(yield* Exchange, new NoSuchRoute()) : answerWith(request, found)
    })

    // The folder itself is one of these, with a slash and without.
    yield* router.add("GET", `${dashboardPath}/*`, page)
    yield* router.add("GET", `${filesPath}*`, file)
  })
)
