/** What a demo showed: the same for people, for programs and for tests. */
import type { InboxEventRecord } from "@kittiwake/http/internal/inbox/InboxRecord"

/** A line of what differs. */
export interface DiffLine {
  readonly sign: "+" | "-" | "↦"
  readonly text: string
  /** The words in it that differ from the line that it stands against. */
  readonly marked: ReadonlyArray<string>
}

/** A look that told nobody although something differed. */
export interface QuietLook {
  readonly monitor: string
  readonly monitor_id: string
  readonly run_id: string
  readonly why: string
}

/** A change that was told. */
export interface ShownChange {
  readonly monitor: string
  readonly id: string
  /** What happened, in a sentence. */
  readonly title: string
  readonly summary: string
  readonly lines: ReadonlyArray<DiffLine>
  /** Null where every difference is told, whatever it means. */
  readonly importance: string | null
  readonly confidence: number | null
  readonly why: string
}

/** An event as it arrived in the inbox. */
export interface ShownEvent {
  readonly id: string
  readonly url: string
  readonly http_status: number | null
  readonly event: string | null
  readonly verdict: InboxEventRecord["verdict"]
  readonly size: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The secret of its monitor, which is gone with the demo. */
  readonly secret: string
  /** Whether checking it here, as a receiver does, says that it is right. */
  readonly checked: boolean
}

/** The last looks of a monitor. */
export interface ShownLooks {
  readonly monitor: string
  /** A bar for each look, oldest first. */
  readonly strip: string
  readonly looks: number
  readonly changes: number
  readonly failures: number
}

/** Something that the demo shows, in the order in which it does. */
export type DemoPart =
  | {
      readonly part: "start"
      readonly url: string
      readonly site: string
      readonly monitors: ReadonlyArray<{ readonly title: string; readonly url: string; readonly what: string }>
    }
  | { readonly part: "quiet"; readonly looks: ReadonlyArray<QuietLook> }
  | { readonly part: "changes"; readonly changes: ReadonlyArray<ShownChange> }
  | {
      readonly part: "browser"
      /** What watches that page; null where there is no browser. */
      readonly monitor: { readonly id: string; readonly title: string; readonly url: string } | null
      /** What was found on the page that only a browser shows; null where nothing was. */
      readonly change: ShownChange | null
      /** Why nothing was found; null where something was. */
      readonly lacking: string | null
    }
  | { readonly part: "inbox"; readonly events: number; readonly verified: number; readonly event: ShownEvent }
  | { readonly part: "later"; readonly after: "a day" | "a week"; readonly monitors: ReadonlyArray<ShownLooks> }

/** All of it. */
export type DemoReport = ReadonlyArray<DemoPart>
