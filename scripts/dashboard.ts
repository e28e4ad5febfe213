/** `npm run dashboard`: builds the dashboard, as the last step of `npm ci` does. */
import { buildDashboard } from "./dashboard/buildDashboard.ts"

try {
  await buildDashboard()
} catch (cause) {
  // An installation without the tools of development has what was published.
  console.error(`The dashboard was not built: ${cause instanceof Error ? cause.message : cause}`)
  if (!process.env.npm_lifecycle_event?.includes("install")) process.exitCode = 1
}
