import { assert, describe, it } from "@effect/vitest"
import type { PageFacts } from "@kittiwake/core/pages/domain/PageFacts"
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { ofAnswer, ofExchange } from "../../src/pages/captureProblems.ts"
import { answerProblem, contentProblem } from "../../src/pages/domain/PageProblem.ts"
import { renderReason } from "../../src/pages/domain/Rendering.ts"
import {
  CapabilityMissing,
  ContentTooLarge,
  ContentUnsupported,
  DeadlinePassed,
  PdfImagesOnly,
  type ReadingError,
  TooBusy,
  WebsiteBlocked,
  WebsiteInaccessible
} from "../../src/web/errors.ts"

const facts = (given: Partial<PageFacts> = {}): PageFacts => ({
  textLength: 5_000,
  scripts: 0,
  hasEmptyRoot: false,
  asksForScripts: false,
  awaitsScripts: false,
  refreshUrl: null,
  frameUrls: [],
  hasPasswordField: false,
  ...given
})

describe("whether a page is what was asked for", () => {
  it("is decided by its status first", () => {
    const kinds = [200, 204, 301, 401, 403, 404, 408, 410, 429, 451, 500, 503].map(
      (status) => answerProblem(status, "<p>text</p>")?.kind ?? null
    )
    assert.deepStrictEqual(kinds, [
      ...[null, null, "unusable", "blocked", "blocked", "not_found", "timeout", "not_found", "blocked", "blocked"],
      ...["unusable", "unusable"]
    ])
  })

  it("is denied by a check for robots behind a status of 200, and not by a page that writes about one", () => {
    assert.strictEqual(answerProblem(200, "<title>Just a moment...</title>")?.wall, "robots")
    for (const wall of [
      "<title>Pardon Our Interruption</title>",
      "<title>Nur einen Moment…</title>",
      '<html><iframe src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1"></iframe>',
      "<script>var dd={'rt':'c','cid':'A','host':'geo.captcha-delivery.com'}</script>"
    ]) {
      assert.strictEqual(answerProblem(200, wall)?.wall, "robots", wall)
    }
    // What watches visitors stands on pages that everybody sees.
    assert.strictEqual(
      answerProblem(200, '<title>Acme</title><script src="/_Incapsula_Resource?SWJIYLWA=7"></script>'),
      null
    )
    assert.strictEqual(answerProblem(200, "<title>Un momento en Sevilla</title>"), null)
    assert.strictEqual(answerProblem(200, "<title>How checks for robots work</title>Just a moment"), null)
  })

  const page = (title: string, given: Partial<PageFacts> = {}, finalUrl = "https://a.example/x") => ({
    title,
    facts: facts(given),
    status: 200,
    sourceUrl: "https://a.example/x",
    finalUrl
  })

  it("is denied by a short page that says it is not found, and not by a long one about that", () => {
    for (const title of [
      "404 Not Found",
      "Page not found | Shop",
      "Error 404",
      "Seite nicht gefunden",
      "Page introuvable"
    ]) {
      assert.strictEqual(contentProblem(page(title, { textLength: 80 }))?.kind, "not_found", title)
      assert.strictEqual(contentProblem(page(title)), null, title)
    }
    assert.strictEqual(contentProblem(page("Peugeot 404", { textLength: 80 })), null)
  })

  it("says what was answered also where the page alone says that it is another", () => {
    const form = page("Members", { textLength: 60, hasPasswordField: true }, "https://a.example/login")
    const said = [
      contentProblem(page("Page not found", { textLength: 80 })),
      contentProblem(form),
      answerProblem(203, "<title>Just a moment...</title>"),
      answerProblem(503, "<title>Just a moment...</title>"),
      answerProblem(404, "<p>text</p>")
    ]
    assert.deepStrictEqual(
      said.map((one) => one?.status),
      [200, 200, 203, 503, 404]
    )
  })

  it("says what was answered also where what came cannot be read, and nothing else of the failure changes", () => {
    const unread: ReadonlyArray<ReadingError> = [
      new PdfImagesOnly({ isNameless: true }),
      new ContentTooLarge({ message: "long" }),
      new ContentUnsupported({ message: "sound" }),
      new CapabilityMissing({ message: "browser" }),
      new WebsiteInaccessible({ message: "broken" })
    ]
    for (const error of unread) {
      const said = ofAnswer(error, 203)
      assert.strictEqual(said._tag, error._tag)
      assert.deepInclude(said, { ...("message" in error ? { message: error.message } : {}), status: 203 })
    }
    for (const reason of ["too_large", "unsupported_content", "bad_response", "connection_failed"] as const) {
      const answered = ofExchange(new PageUnreachable({ reason, message: "broken", status: 206 }))
      assert.deepInclude(answered, { message: "broken", status: 206 }, reason)
      assert.notProperty(ofExchange(new PageUnreachable({ reason, message: "broken" })), "status", reason)
    }
    assert.deepInclude(ofAnswer(new PdfImagesOnly({ isNameless: true }), 200), { isNameless: true })
    const known = new WebsiteInaccessible({ message: "down", status: 503, answered: true })
    const unasked = new WebsiteBlocked({ message: "rests", status: 429, retryAfterSeconds: 9, isUnasked: true })
    for (const error of [known, unasked, new DeadlinePassed(), new TooBusy({ message: "full" })]) {
      assert.strictEqual(ofAnswer(error, 200), error)
    }
  })

  it("is denied by a form to sign in that one was sent to, and not by one that was asked for", () => {
    const login = "https://a.example/login?next=/x"
    assert.strictEqual(
      contentProblem(page("Members", { textLength: 60, hasPasswordField: true }, login))?.wall,
      "sign_in"
    )
    const asked = { ...page("Log in", { textLength: 60, hasPasswordField: true }), sourceUrl: login, finalUrl: login }
    assert.strictEqual(contentProblem(asked), null)
  })
})

describe("whether a browser must look too", () => {
  it("is decided by what the markup lacks", () => {
    const reasons = [
      facts(),
      facts({ scripts: 20 }),
      facts({ textLength: 20, scripts: 3 }),
      facts({ textLength: 20 }),
      facts({ textLength: 150, hasEmptyRoot: true, scripts: 1 }),
      facts({ textLength: 5_000, hasEmptyRoot: true, scripts: 1 }),
      facts({ textLength: 90, asksForScripts: true }),
      facts({ textLength: 900, awaitsScripts: true, scripts: 1 }),
      facts({ textLength: 10, refreshUrl: "https://a.example/next" })
    ].map((one) => renderReason(one) !== null)
    assert.deepStrictEqual(reasons, [false, false, true, false, true, false, true, true, true])
  })
})
