/** Files that callers send (contract/parse-prefetch.md §1). Observed: replies, and the bytes that the web is given. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import type { ParseRequest } from "@kittiwake/core/files/Files"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { extensionExpected, fileExtensions } from "@kittiwake/core/pages/domain/FileType"
import { Effect } from "effect"
import { Handlers } from "../src/server.ts"
import { maxFileBytes } from "../src/web/readFile.ts"
import { call, layer, newCaller, pick } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

/** Sends a file, and tells what the web was given. */
const parse = Effect.fnUntraced(function* (
  key: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  query = ""
) {
  const reply = yield* call("POST", `/v1/parse${query}`, { key, body, headers })
  const { asked } = yield* WebScript
  return { reply, asked: asked.at(-1)?.request as ParseRequest | undefined }
})

const boundary = "of-the-form"

/** A form with these parts, each with its headers. */
const form = (...parts: ReadonlyArray<readonly [disposition: string, content: string, type?: string]>) =>
  parts
    .map(([disposition, content, type]) =>
      [
        `--${boundary}`,
        `Content-Disposition: form-data; ${disposition}`,
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        "",
        content,
        ""
      ].join("\r\n")
    )
    .concat(`--${boundary}--\r\n`)
    .join("")

const asForm = { "content-type": `multipart/form-data; boundary=${boundary}` }

describe("a file that a caller sends", () => {
  it.effect("is read as it is, whatever it is said to be", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const all = new Uint8Array(256).map((_, index) => index)
      for (const type of [
        "application/octet-stream",
        "application/pdf",
        "text/html; charset=x",
        "x",
        "application/json"
      ]) {
        const { asked, reply } = yield* parse(key, all, { "content-type": type })
        assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
        assert.deepStrictEqual([...(asked?.bytes ?? [])], [...all])
        assert.strictEqual(asked?.contentType, type)
      }
      const { reply } = yield* parse(key, all)
      assert.sameMembers(Object.keys(reply.body), ["success", "markdown", "type", "request_id", "key_metadata"])
      assert.deepInclude(reply.body, { success: true, markdown: "# Notes", type: "markdown" })
    }).pipe(Effect.provide(layer))
  )

  it.effect("comes with options in the query, in the forms of every query", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const plain = yield* parse(key, "x")
      assert.deepInclude(plain.asked, {
        extension: null,
        markdown: { includeLinks: true, includeImages: false, shortenBase64Images: true },
        mainContentOnly: false,
        firstPage: null,
        lastPage: null,
        ocr: false
      })
      const rest = "&extension=.PDF&ocr=true&useMainContentOnly=true&includeLinks=false&includeImages=true&client=cli"
      for (const pdf of ["pdf[start]=2&pdf[end]=4", `pdf=${encodeURIComponent('{"start":2,"end":4}')}`]) {
        const { asked } = yield* parse(key, "x", {}, `?${pdf}${rest}&shortenBase64Images=false`)
        assert.deepInclude(asked, {
          extension: "pdf",
          markdown: { includeLinks: false, includeImages: true, shortenBase64Images: false },
          mainContentOnly: true,
          firstPage: 2,
          lastPage: 4,
          ocr: true
        })
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes the extension of every kind of document that is read", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const extension of ["epub", "odt", "ods", "odp"]) {
        const { asked, reply } = yield* parse(key, "x", {}, `?extension=${extension}`)
        assert.strictEqual(reply.status, 200, extension)
        assert.deepInclude(asked, { extension })
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("says in one short line what extension it takes", () =>
    Effect.gen(function* () {
      const { reply } = yield* parse(yield* newCaller(), "x", {}, "?extension=xyz")
      assert.strictEqual(reply.status, 400)
      assert.include(JSON.stringify(reply.body), `extension: must be ${extensionExpected}`)
    }).pipe(Effect.provide(layer))
  )

  it("has an extension that the guide lists", () => {
    const guide = readFileSync(new URL("../../../docs/guides/scrape.md", import.meta.url), "utf8")
    const [, listed = ""] = /## Which files are read\n([\s\S]*?)\n## /.exec(guide) ?? []
    const named = listed.match(/(?<=`)\w+(?=`)/g) ?? []
    assert.deepStrictEqual([...new Set(named)].filter((name) => name !== "ocr").sort(), [...fileExtensions].sort())
  })

  it.effect("may be the one part of a form", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const one = form(['name="file"; filename="Report.PDF"', "%PDF-1.7", "application/pdf"])
      const { asked, reply } = yield* parse(key, one, asForm, "?ocr=true")
      assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
      assert.deepStrictEqual(asked?.bytes, bytes("%PDF-1.7"))
      assert.deepInclude(asked, { contentType: "application/pdf", extension: "pdf", ocr: true })

      const data = new FormData()
      data.append("file", new File(["a,b\n1,2"], "table.unknown", { type: "text/csv" }))
      const { web } = yield* Handlers
      const request = new Request("http://kittiwake.test/v1/parse?extension=csv", {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: data
      })
      const response = yield* Effect.promise(() => web(request))
      assert.strictEqual(response.status, 200)
      const sent = (yield* WebScript).asked.at(-1)?.request as ParseRequest
      assert.deepStrictEqual(sent.bytes, bytes("a,b\n1,2"))
      assert.deepInclude(sent, { contentType: "text/csv", extension: "csv" })
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused as a form that is no form of one file", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const file = ['name="file"; filename="a.md"', "# A", "text/markdown"] as const
      const bad = [
        form(),
        form(['name="other"; filename="a.md"', "# A"]),
        form(['name="file"', "# A"]),
        form(file, file),
        form(file, ['name="ocr"', "true"]),
        form(file, file, file, file),
        form(['name="field"', "x".repeat(100_000)]),
        form(file).slice(0, -30),
        `--${boundary}\r\n\r\n# A\r\n--${boundary}--`,
        "# no form at all",
        ""
      ]
      for (const body of bad) {
        const { asked, reply } = yield* parse(key, body, asForm)
        const said = `${body.slice(0, 100)} ${JSON.stringify(reply.body)}`
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], said)
        assert.isUndefined(asked, said)
      }
      const { reply } = yield* parse(key, form(file), { "content-type": "multipart/form-data" })
      assert.strictEqual(reply.status, 400)
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells by its field what is wrong with it", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const message = "The file is empty."
      ;(yield* WebScript).before = Effect.fail(new InvalidInput({ field: "body", message }))
      const { asked, reply } = yield* parse(key, "")
      assert.strictEqual(asked?.bytes.length, 0)
      assert.deepStrictEqual([reply.status, reply.body.message], [400, `body: ${message}`])
    }).pipe(Effect.provide(layer))
  )

  it.live(
    "may have 50 MiB, counted while it arrives, and the server stays",
    () =>
      Effect.gen(function* () {
        const key = yield* newCaller()
        const url = `${yield* baseUrl}/v1/parse`
        const chunk = new Uint8Array(1024 * 1024)
        const send = (mebibytes: number, more = 0, headers: Readonly<Record<string, string>> = {}) => {
          let left = mebibytes
          const body = new ReadableStream({
            pull: (controller) => {
              if (left > 0) controller.enqueue(chunk)
              else if (left === 0 && more > 0) controller.enqueue(chunk.subarray(0, more))
              else controller.close()
              left -= 1
            }
          })
          const init = { method: "POST", headers: { authorization: `Bearer ${key}`, ...headers }, body, duplex: "half" }
          return Effect.promise(async () => {
            const response = await fetch(url, init as RequestInit)
            return [response.status, pick(await response.json(), "error_code")]
          })
        }
        assert.deepStrictEqual(yield* send(50), [200, undefined])
        const given = (yield* WebScript).asked.at(-1)?.request as ParseRequest
        assert.strictEqual(given.bytes.length, maxFileBytes)
        assert.deepStrictEqual(yield* send(50, 1), [413, "CONTENT_TOO_LARGE"])
        assert.deepStrictEqual(yield* send(60, 0, { "content-type": "application/pdf" }), [413, "CONTENT_TOO_LARGE"])
        assert.lengthOf((yield* WebScript).asked, 1)
        assert.deepStrictEqual(yield* send(1), [200, undefined])
      }).pipe(Effect.provide(listening)),
    20_000
  )

  it.live("is refused by the length it announces before any of it is read", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const reply = yield* call("POST", "/v1/parse", {
        key,
        body: "x",
        headers: { "content-length": String(maxFileBytes + 100_000) }
      })
      assert.deepStrictEqual([reply.status, reply.body.error_code], [413, "CONTENT_TOO_LARGE"])
    }).pipe(Effect.provide(layer))
  )
})
