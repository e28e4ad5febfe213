/** Answers of a store, as they are written and as nobody should write them. Observed: what is read, and the time it takes. */
import { assert, describe, it } from "@effect/vitest"
import { errorCode, listPageOf, textIn, uploadPageOf } from "../src/s3/answers.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const millisOf = (work: () => unknown): number => {
  const { system, user } = process.cpuUsage()
  work()
  const after = process.cpuUsage({ system, user })
  return (after.system + after.user) / 1_000
}

describe("an answer", () => {
  it("is an error by its code, and any element by its text", () => {
    const error =
      "<?xml version='1.0'?><Error><Code>NoSuchBucket</Code><Message>a</Message><Region>eu-1</Region></Error>"
    assert.strictEqual(errorCode(bytesOf(error)), "NoSuchBucket")
    assert.strictEqual(textIn(bytesOf(error), "Region"), "eu-1")
    assert.strictEqual(textIn(bytesOf(error), "UploadId"), "")
    assert.strictEqual(errorCode(bytesOf("<Result><Code>NoSuchBucket</Code></Result>")), "")
    assert.strictEqual(errorCode(bytesOf("<r><Error><Code>NoSuchBucket</Code></Error></r>")), "NoSuchBucket")
    assert.strictEqual(errorCode(bytesOf(`<Error><Code>SlowDown</Code>${"<a/>".repeat(100_000)}`)), "SlowDown")
    for (const none of ["", "{}", "<Error/>", "<Error><Code/></Error>", "<Error><Code>a b</Code></Error>", "<a"])
      assert.strictEqual(errorCode(bytesOf(none)), "", none)
  })

  it("is a page of objects, each with its own texts", () => {
    const owner = "<Owner><ID>o</ID></Owner>"
    const entry = (key: string) =>
      `<Contents><Key>${key}</Key><Size>3</Size><LastModified>2026-01-01T00:00:00Z</LastModified>${owner}</Contents>`
    const page = `<ListBucketResult><IsTruncated>true</IsTruncated><Key>other</Key>${entry("a&amp;b")}${entry("<![CDATA[c<]]>")}</ListBucketResult>`
    assert.deepStrictEqual(listPageOf(bytesOf(page)), {
      isMore: true,
      entries: ["a&b", "c<"].map((key) => ({ key, size: 3, lastModified: "2026-01-01T00:00:00Z" }))
    })
    assert.deepStrictEqual(listPageOf(bytesOf("<ListBucketResult><Contents/></ListBucketResult>")), {
      isMore: false,
      entries: [{ key: "", size: 0, lastModified: "" }]
    })
  })

  it("is a page of uploads, with where the next begins", () => {
    const upload = "<Upload><Key>k</Key><UploadId>u</UploadId><Initiated>i</Initiated></Upload>"
    const more =
      "<IsTruncated>true</IsTruncated><NextKeyMarker>n</NextKeyMarker><NextUploadIdMarker>m</NextUploadIdMarker>"
    assert.deepStrictEqual(uploadPageOf(bytesOf(`<R>${more}${upload}</R>`)), {
      uploads: [{ key: "k", uploadId: "u", initiated: "i" }],
      next: { "key-marker": "n", "upload-id-marker": "m" }
    })
    assert.isNull(uploadPageOf(bytesOf(`<R>${upload}</R>`))?.next)
  })

  it("takes a page of a thousand of the longest keys, and no more entries and deeper ones than any page has", () => {
    const longest = `<Contents><Key>${"&lt;".repeat(1_024)}</Key></Contents>`
    assert.lengthOf(listPageOf(bytesOf(`<R>${longest.repeat(1_000)}</R>`))?.entries ?? [], 1_000)
    assert.isNull(listPageOf(bytesOf(`<R>${"<Contents/>".repeat(10_001)}</R>`)))
    assert.isNull(listPageOf(bytesOf(`<R><Contents><Key>${"a".repeat(20_000)}</Key></Contents></R>`)))
    assert.isNull(uploadPageOf(bytesOf("<Upload>".repeat(17))))
  })

  it("takes no time that grows with its square, and no stack", () => {
    const most = 4_000_000
    const shapes = [
      "</a>",
      "<a>",
      "<Contents>",
      "<Contents></b>",
      "<a></b>",
      "<Error><Code>",
      "<!--",
      "<![CDATA[",
      "&",
      "&lt;",
      "<a b='"
    ]
    for (const shape of shapes) {
      const body = bytesOf(`<Error><Code>${shape.repeat(most / shape.length)}`)
      const millis = millisOf(() => [errorCode(body), textIn(body, "Region"), listPageOf(body), uploadPageOf(body)])
      assert.isBelow(millis, 1_500, shape)
    }
    for (const shape of shapes) {
      const body = bytesOf(`<R>${shape.repeat(most / shape.length)}`)
      assert.isBelow(
        millisOf(() => [errorCode(body), textIn(body, "Region")]),
        100,
        shape
      )
    }
  })
})
