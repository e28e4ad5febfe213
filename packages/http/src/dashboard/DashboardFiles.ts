/** The files of the dashboard, as whoever composes a server gives them. */
import { Context, type Effect } from "effect"

/** A file, with what it is compressed to, where that is smaller. */
export interface DashboardFile {
  readonly bytes: Uint8Array
  /** Null where compressing it is not worth it. */
  readonly brotli: Uint8Array | null
  readonly contentType: string
}

/** All that browsers get of the dashboard. */
export interface Dashboard {
  /** The page, whichever of its screens is asked for: it begins the addresses of its files with `"./files/`. */
  readonly index: DashboardFile
  /** What it loads, by names that change with the content. */
  readonly files: ReadonlyMap<string, DashboardFile>
}

/**
 * Reads the dashboard, the first time that a browser asks for it; null where a server has none.
 *
 * **Details.** What is given is kept as it is for as long as the server runs, so whoever gives it bounds it.
 */
export const DashboardFiles = Context.Reference<Effect.Effect<Dashboard> | null>(
  "@kittiwake/http/dashboard/DashboardFiles",
  { defaultValue: () => null }
)
