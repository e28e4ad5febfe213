/** Parts of versions, with their bytes. */
import type { BodyOfRow } from "@kittiwake/storage/largeBodies"
import type { Connection } from "../Connection.ts"

/** A part as it was found; without its content when that is long. */
export interface PartRow extends Omit<BodyOfRow, "content" | "size"> {
  readonly mediaType: string
  readonly content: Uint8Array | null
}

/** Which part is looked for. */
export interface PartPlace {
  readonly organizationId: string
  readonly versionId: string
  readonly part: string
}

/** Stored bytes that are read at once, which takes half a millisecond; more are read by another thread. */
const readAtOnce = 1_048_576

const text = (content: string) => `
  select p.media_type as mediaType, b.encoding, b.length, ${content} as content
  from monitor_versions v join version_parts p on p.version_id = v.id join version_bodies b on b.digest = p.digest
  where v.id = ? and v.organization_id = ? and v.kept = 1 and p.part = ?`

const texts = {
  whole: text("b.content"),
  short: text(`case when b.size <= ${readAtOnce} or b.encoding like '%@blob' then b.content end`)
}

/** The part, without its content when that is long. */
export const shortPart = (db: Connection, { organizationId, part, versionId }: PartPlace): PartRow | undefined =>
  db.get<PartRow>(texts.short, versionId, organizationId, part)

export const versionReads = {
  "VersionStore.part": (db: Connection, { organizationId, part, versionId }: PartPlace): PartRow | undefined =>
    db.get<PartRow>(texts.whole, versionId, organizationId, part)
}
