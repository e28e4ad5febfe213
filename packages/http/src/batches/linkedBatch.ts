/** A batch as every door tells it, with links to the files of its results. */
import type { FiledBatch } from "@kittiwake/core/batches/Batches"
import type { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { batchRecord } from "@kittiwake/core/internal/batches/domain/batchRecord"
import { DateTime, Effect } from "effect"

/** Links to the files of a batch, made anew each time; null where there are none to give. */
const linksTo = Effect.fnUntraced(function* (
  links: ResultLinks["Service"],
  address: string,
  { batch: { id, organizationId }, files }: FiledBatch
) {
  if (files === null) return null
  const { expiresAt, tokens } = yield* links.sign(files.map(({ number }) => ({ organizationId, batchId: id, number })))
  return {
    expires_at: DateTime.formatIso(expiresAt),
    files: files.map(({ bytes, items }, index) => ({
      url: `${address}/batches/files/${tokens[index]}`,
      items,
      bytes
    }))
  }
})

/** A batch in a list; `address` is where its files are fetched. */
export const linkedSummary = (links: ResultLinks["Service"], address: string, view: FiledBatch) =>
  Effect.map(linksTo(links, address, view), (results) => ({ ...batchRecord(view.batch, view), results }))

/** One batch. */
export const linkedBatch = (
  links: ResultLinks["Service"],
  address: string,
  view: FiledBatch & { readonly deliveryId: string | null }
) =>
  Effect.map(linkedSummary(links, address, view), (record) => ({
    ...record,
    invalid_urls: view.batch.invalidUrls,
    ...(view.deliveryId === null ? {} : { webhook_delivery_id: view.deliveryId })
  }))
