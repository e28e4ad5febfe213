/** What goes between this process and its reading threads. */
import type { Fragment } from "./Fragment.ts"
import type { FileToRead } from "./ReadOptions.ts"
import type { Reason } from "./Unreadable.ts"

export type ThreadRequest = FileToRead

export type ThreadReply =
  | { readonly ok: true; readonly fragment: Fragment }
  | { readonly ok: false; readonly reason: Reason; readonly message: string }
