/** Has the doctor look in a process of its own: it reads files, starts a browser and asks others, which no server should wait for. */
import { execFile } from "node:child_process"
import { constants, setPriority } from "node:os"
import type { ExaminationRecord, FindingRecord } from "@kittiwake/http/internal/system/records"
import { DateTime, Effect, Schema } from "effect"
import { Finding } from "../doctor/Finding.ts"

/** Longest time for all that it looks at together, and most that it may say. */
const limits = { millis: 45_000, bytes: 1_000_000, findings: 200 }

/** What the server itself knows better. */
const toldElsewhere: ReadonlySet<string> = new Set(["server", "settings"])

const named = /\b(?:KITTIWAKE_[A-Z0-9_]+|DATABASE_URL|REDIS_URL)\b/g

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(Finding)))

const record = (finding: Finding): FindingRecord => ({
  ...finding,
  settings: finding.state === "ok" ? [] : [...new Set(finding.mend?.match(named) ?? [])]
})

/** What `kittiwake doctor` prints; it fails where it printed nothing. */
const printed = (command: string) =>
  Effect.callback<string, string>((resume, signal) => {
    const child = execFile(
      process.execPath,
      [command, "doctor", "--quick", "--json"],
      { timeout: limits.millis, maxBuffer: limits.bytes, windowsHide: true, signal, killSignal: "SIGKILL" },
      (error, stdout) => {
        const isTooMuch = error?.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER"
        const isTooLong = error?.killed === true && !isTooMuch
        // It ends with a failure where something is broken, which is no failure of looking.
        if (stdout !== "" && !isTooMuch && !isTooLong) return resume(Effect.succeed(stdout))
        const why = isTooMuch
          ? "said too much"
          : isTooLong
            ? `had not ended after ${limits.millis / 1_000} seconds`
            : "said nothing"
        resume(Effect.fail(`The doctor ${why}. Run it yourself: kittiwake doctor`))
      }
    )
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It is gone already, or this system does not allow it: it looks as others do.
    }
  })

/** What the doctor says of what this process was started with; `command` is the file of the command. */
export const examineBeside = (command: string | null): Effect.Effect<ExaminationRecord> =>
  Effect.gen(function* () {
    const findings = yield* command === null
      ? Effect.fail("This process was not started by the command. Run it: kittiwake doctor")
      : printed(command).pipe(
          Effect.flatMap((text) => Effect.mapError(decode(text), () => "The doctor said what nobody understands.")),
          Effect.map((all) => all.filter(({ subject }) => !toldElsewhere.has(subject)).slice(0, limits.findings))
        )
    return { findings: findings.map(record), problem: null }
  }).pipe(
    Effect.catch((problem) => Effect.succeed({ findings: [], problem })),
    Effect.zipWith(DateTime.now, (found, now) => ({ examined_at: DateTime.formatIso(now), ...found }))
  )
