import { assert, describe, it } from "@effect/vitest"
import { BlobStoreUnavailable, type BlobTrouble, blobLost, blobsAway } from "../../src/blobs/BlobStore.ts"

const away = (reason: BlobTrouble) =>
  blobsAway("putSegment")(new BlobStoreUnavailable({ operation: "put", reason, message: reason, cause: reason }))

describe("a store whose blobs are away", () => {
  it("says so, and names a disk that is full", () => {
    assert.deepInclude(away("full"), { _tag: "StoreUnavailable", operation: "putSegment", isDiskFull: true })
    for (const other of [away("unreachable"), away("damaged"), blobsAway("get")("it is gone")])
      assert.isUndefined(other.isDiskFull)
  })

  it("says where no other try helps", () => {
    assert.isTrue(away("damaged").isLost)
    assert.isTrue(blobLost("get", "it is gone").isLost)
    for (const other of [away("full"), away("unreachable"), away("busy")]) assert.isUndefined(other.isLost)
  })
})
