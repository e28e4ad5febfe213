/** Sites that a caller names and of which nothing was read, as answers and searches tell of them. */
import type { Answer } from "@kittiwake/core/answers/Answers"
import { Schema } from "effect"

/** Left out where there are none. */
export const unreadField = {
  unread: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        url: Schema.String,
        error_code: Schema.Literals(["WEBSITE_NOT_FOUND", "WEBSITE_BLOCKED", "WEBSITE_ACCESS_ERROR"]),
        message: Schema.String
      })
    )
  )
}

/** As they are answered. */
export const unreadRecords = (unread: Answer["unread"]) =>
  unread.length === 0 ? {} : { unread: unread.map(({ code, message, url }) => ({ url, error_code: code, message })) }
