/** What was fetched for a look, as it was read. */
import { Schema } from "effect"

export const VersionSource = Schema.Struct({ mediaType: Schema.String, body: Schema.String })
export type VersionSource = typeof VersionSource.Type
