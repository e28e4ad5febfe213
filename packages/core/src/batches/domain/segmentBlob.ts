/** The blobs that hold results of batches, and the rows that name them. */
import { type BlobKey, BlobName, blobKind } from "../../blobs/domain/BlobKey.ts"
import type { OrganizationId } from "../../organizations/domain/Organization.ts"

/** The kind of blob that rows of segments refer to. */
export const segmentKind = "batches"

/** The blob of a segment. */
export const segmentBlob = (owner: OrganizationId, batchId: string, segmentId: string): BlobKey => ({
  owner,
  name: BlobName.make(`${segmentKind}/${batchId}/${segmentId}`)
})

/** The segment whose blob this is; null when it is none of theirs. */
export const segmentOfBlob = (key: BlobKey): { readonly batchId: string; readonly segmentId: string } | null => {
  if (blobKind(key) !== segmentKind) return null
  const [, batchId = "", segmentId = "", ...more] = key.name.split("/")
  return segmentId === "" || more.length > 0 ? null : { batchId, segmentId }
}
