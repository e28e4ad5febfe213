/** What the main thread and the thread that owns PGlite say to each other. */
import type { DriverFailure } from "./sqlFailure.ts"

/** How the thread starts. */
export interface WorkerStart {
  /** Directory of the database; null keeps it in memory. */
  readonly directory: string | null
  /** A snapshot to start from, as a path; only with a directory that holds no database yet. */
  readonly snapshot: string | null
}

/** One thing to do. The thread answers each, in order. */
export type WorkerRequest =
  | {
      readonly id: number
      readonly type: "query"
      readonly text: string
      readonly params: ReadonlyArray<unknown>
      /** Whether the text comes back, so that preparing it pays. */
      readonly prepared: boolean
    }
  /** A statement `copy … from stdin` with its rows, in the text format of COPY. */
  | { readonly id: number; readonly type: "copy"; readonly text: string; readonly rows: string }
  /** Several statements in one text, without parameters. */
  | { readonly id: number; readonly type: "script"; readonly text: string }
  /** Writes a snapshot of the whole database to `path`, which appears complete or not at all. */
  | { readonly id: number; readonly type: "snapshot"; readonly path: string }
  | { readonly id: number; readonly type: "close" }

/** The answer to one request; the first one, with id 0, says that the database is open. */
export type WorkerReply =
  | {
      readonly id: number
      readonly ok: true
      readonly rows: ReadonlyArray<Record<string, unknown>>
      readonly command: string | undefined
    }
  | { readonly id: number; readonly ok: false; readonly failure: DriverFailure; readonly aborted: boolean }
