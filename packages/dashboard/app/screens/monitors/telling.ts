/** Where a monitor tells, and how: whose chat an address is of, and the plan by which an event is tried. */

export type Chat = "slack" | "discord" | "teams"

export interface ChatAddress {
  readonly chat: Chat
  /** Whether it takes messages, as the sender knows such addresses (`Chat.ts` of the core); else it only leads to the chat. */
  readonly takes: boolean
}

/** The host is that domain, or one below it. */
const isOf = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** The chat that an address is of, or null. */
export const chatOf = (url: string): ChatAddress | null => {
  const parsed = URL.parse(url)
  if (parsed === null) return null
  const { hostname: host, pathname } = parsed
  if (host === "hooks.slack.com" || host === "hooks.slack-gov.com") return { chat: "slack", takes: true }
  if (isOf(host, "slack.com")) return { chat: "slack", takes: false }
  if (/^((ptb|canary)\.)?(discord|discordapp)\.com$/.test(host))
    return { chat: "discord", takes: pathname.startsWith("/api/webhooks/") }
  if (isOf(host, "discord.gg")) return { chat: "discord", takes: false }
  if (host.endsWith(".webhook.office.com") || host === "outlook.office.com") return { chat: "teams", takes: true }
  if (host.endsWith(".logic.azure.com") || host.endsWith(".powerplatform.com")) return { chat: "teams", takes: true }
  if (host === "teams.microsoft.com" || host === "teams.live.com") return { chat: "teams", takes: false }
  return null
}

/** What asks for the default plan, as `kittiwake monitor add --webhook` does: a receiver that is down for a while loses nothing. */
export const defaultRetry = {}

type Unit = "day" | "hour" | "minute" | "second"

const sizes: ReadonlyArray<readonly [unit: Unit, seconds: number]> = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
]

export interface Wait {
  readonly count: number
  readonly unit: Unit
}

/** Seconds in the largest unit that they are a whole number of; a day is told in hours, as the guides tell it. */
export const waitOf = (seconds: number): Wait => {
  const found = sizes.find(([unit, size]) => seconds % size === 0 && (unit !== "day" || seconds > size))
  return found === undefined ? { count: seconds, unit: "second" } : { count: seconds / found[1], unit: found[0] }
}
