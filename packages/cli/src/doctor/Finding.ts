/** One thing that the doctor looked at. */
import { Schema } from "effect"

export const Finding = Schema.Struct({
  subject: Schema.String,
  /** `broken` keeps Kittiwake from working; `absent` leaves something out that it works without. */
  state: Schema.Literals(["ok", "absent", "broken"]),
  message: Schema.String,
  /** What to do about it; null when nothing needs doing. */
  mend: Schema.NullOr(Schema.String)
})
export type Finding = typeof Finding.Type

/** How the finding of a server begins where there is none. */
export const noneAnswers = "none answers at"

/** It works. */
export const ok = (subject: string, message: string): Finding => ({ subject, state: "ok", message, mend: null })

/** It is not there, and need not be. */
export const absent = (subject: string, message: string, mend: string | null): Finding => ({
  subject,
  state: "absent",
  message,
  mend
})

/** It must be mended. */
export const broken = (subject: string, message: string, mend: string): Finding => ({
  subject,
  state: "broken",
  message,
  mend
})
