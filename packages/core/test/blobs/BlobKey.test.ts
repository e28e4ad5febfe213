import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { BlobName, blobKeyOf, blobKind, blobPath, sharedOwner } from "../../src/blobs/domain/BlobKey.ts"

const isName = Schema.is(BlobName)

describe("the name of a blob", () => {
  it("is a path of two segments or more that leads nowhere else", () => {
    for (const name of ["a/b", "batches/bat_0/part-1.ndjson.gz", `a/${"b".repeat(100)}`])
      assert.isTrue(isName(name), name)
    for (const name of [
      ...[
        "",
        "a",
        "/a/b",
        "a/b/",
        "a//b",
        "../b",
        "a/..",
        "a/./b",
        "a/.b",
        "A/b",
        "a/b c",
        "a/b%2f",
        "a\\b/c",
        "a/b\n"
      ],
      `a/${"b".repeat(101)}`,
      `a/${"b/".repeat(99)}bb`
    ]) {
      assert.isFalse(isName(name), name)
    }
  })

  it("is found again in its path, with its owner", () => {
    for (const path of ["shared/a/b", "org_1/a/b", "org_1/shared/a"]) {
      assert.strictEqual(Option.getOrThrow(Option.map(blobKeyOf(path), blobPath)), path)
    }
    assert.strictEqual(Option.getOrThrow(blobKeyOf("shared/a/b")).owner, sharedOwner)
    for (const path of ["", "a/b", "/a/b", "../a/b", "or.g/a/b", "org 1/a/b", "org/a"]) {
      assert.isTrue(Option.isNone(blobKeyOf(path)), path)
    }
  })

  it("begins with the kind of row that refers to it", () => {
    assert.strictEqual(blobKind(Option.getOrThrow(blobKeyOf("org_1/batches/bat_1/1"))), "batches")
  })
})
