/** What the doctor says about the dashboard. */
import { Effect } from "effect"
import { dashboardFolder } from "../dashboardFiles.ts"
import { absent, type Finding, ok } from "./Finding.ts"

/** Whether its files are there, and how to get them. */
export const dashboard: Effect.Effect<Finding> = Effect.sync(() =>
  dashboardFolder() === null
    ? absent(
        "dashboard",
        "not built, so a server shows none",
        `Install @kittiwake/dashboard beside kittiwake; in the sources, "npm run build" builds it.`
      )
    : ok("dashboard", `served below /app; "kittiwake dashboard" prints a link that signs you in`)
)
