/** `kittiwake preview`: what a new monitor would keep. */
import type { PreviewRecord } from "@kittiwake/core/internal/monitors/domain/PreviewRecord"
import type { TargetType } from "@kittiwake/core/monitors/domain/Target"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { failed } from "../CommandFailed.ts"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { namingFlags } from "./monitorFlags.ts"
import { newMonitorFlags, newMonitorOf } from "./newMonitorFlags.ts"
import { previewText } from "./previewView.ts"
import { showing } from "./terminal.ts"
import { unreadRemedy } from "./unreadRemedy.ts"
import { given, timeout } from "./webFlags.ts"

/** Why a run would fail; where the page came and cannot be read, with what helps. */
const failureOf = (type: TargetType, { code, message }: NonNullable<PreviewRecord["error"]>): string => {
  const remedy = code === "extraction_failed" ? unreadRemedy(type, message, null) : null
  return [`A run would fail: ${code}: ${message}`, ...(remedy === null ? [] : [remedy])].join(" ")
}

/** The command. */
export const preview = Command.make(
  "preview",
  { ...newMonitorFlags, timeout, json },
  Effect.fnUntraced(function* ({ timeout, ...flags }) {
    const payload = { ...(yield* newMonitorOf(flags)), ...given("timeoutMS", timeout) }
    const seen = withoutCall(
      yield* namingFlags(ask((client) => client.monitors.preview({ payload }))).pipe(
        showing(`Looking at ${flags.url} twice`)
      )
    )
    yield* print(flags.json, seen, () => previewText(seen))
    if (seen.error !== null) return yield* failed(failureOf(seen.target.type, seen.error))
  })
).pipe(
  Command.withDescription(
    "Show what a new monitor would keep before there is one: its text, what each selector finds, in what two looks differ, and what it would cost. Takes what `monitor add` takes, asks the same server, and makes nothing."
  ),
  Command.withShortDescription("Show what a new monitor would keep"),
  Command.withExamples([
    { command: "kittiwake preview https://example.com/pricing", description: "What would be watched of a page" },
    {
      command: "kittiwake preview https://example.com --keep main --drop .ad",
      description: "What these selectors find"
    },
    {
      command: `kittiwake preview --sitemap https://example.com/sitemap.xml --include "/blog/*"`,
      description: "Which addresses would be tracked"
    }
  ])
)
