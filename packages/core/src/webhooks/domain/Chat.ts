/** Messages for chat platforms, which take their own JSON instead of ours (contract/webhooks.md §2). */
import { parseUrl } from "../../security/domain/parseUrl.ts"

export type ChatPlatform = "slack" | "discord" | "teams"

/** The chat platform behind an incoming-webhook address, or null. */
export const chatPlatform = (url: string): ChatPlatform | null => {
  const parsed = parseUrl(url)
  if (parsed === null) return null
  const { hostname, pathname } = parsed
  if (hostname === "hooks.slack.com" || hostname === "hooks.slack-gov.com") return "slack"
  if (/^((ptb|canary)\.)?(discord|discordapp)\.com$/.test(hostname) && pathname.startsWith("/api/webhooks/"))
    return "discord"
  if (hostname.endsWith(".webhook.office.com") || hostname === "outlook.office.com") return "teams"
  // Power Automate workflows have taken the place of Teams connectors.
  if (hostname.endsWith(".logic.azure.com") || hostname.endsWith(".powerplatform.com")) return "teams"
  return null
}

/** What a message says, whatever its platform. */
interface Message {
  readonly title: string
  readonly text: string
  readonly url: string | null
}

interface Told {
  readonly event: string
  readonly data: {
    readonly change?: { readonly title: string; readonly summary: string; readonly url: string } | null
    readonly run?: {
      readonly monitor_id: string
      readonly change_detected: boolean
      readonly baseline_created: boolean
    }
    readonly monitor?: { readonly name: string; readonly url: string; readonly failing_since: string | null }
    readonly error?: { readonly message: string } | null
    readonly batch?: { readonly id: string; readonly status: string }
  }
}

const messageOf = ({ event, data }: Told): Message => {
  if (data.monitor) {
    const { failing_since: since, name } = data.monitor
    const url = parseUrl(data.monitor.url)?.href ?? null
    return event === "monitor.failing"
      ? { title: `${name} cannot be watched`, text: data.error?.message ?? "Its runs fail.", url }
      : { title: `${name} is watched again`, text: since === null ? "" : `Its runs had failed since ${since}.`, url }
  }
  if (data.change) {
    // Written as a browser would, an address has no character that could end the link it stands in.
    return { title: data.change.title, text: data.change.summary, url: parseUrl(data.change.url)?.href ?? null }
  }
  if (data.run) {
    const text = data.run.baseline_created ? "The first capture is stored." : "Nothing changed."
    return { title: `Run of ${data.run.monitor_id} completed`, text, url: null }
  }
  return { title: `${event}: ${data.batch?.id ?? ""}`, text: data.batch?.status ?? "", url: null }
}

/** Longest part of a message; every platform takes at least this much. */
const partMaxLength = 1_500

// Half of a surrogate pair is not text, and a platform may refuse the whole message for it.
const cut = (text: string): string =>
  text.length <= partMaxLength ? text : `${text.slice(0, partMaxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`

const slack = ({ title, text, url }: Message) => {
  // Plain text is never read as markup, so page text can mention nobody and hide no link.
  const plain = (value: string) => ({ type: "plain_text", text: cut(value) || " ", emoji: false })
  const escaped = (value: string) => value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
  return {
    text: escaped(cut(title)),
    blocks: [
      { type: "section", text: plain(title) },
      { type: "section", text: plain(text) },
      ...(url === null ? [] : [{ type: "context", elements: [plain(url)] }])
    ]
  }
}

/** Longest message that Discord takes, and the shares of it that title and address may have. */
const discordLimits = { message: 2_000, title: 400, url: 600 } as const

/** As much of a text as fits once every mark of Markdown in it is escaped. */
const discordText = (value: string, length: number): string => {
  let text = ""
  for (const character of value) {
    const next = /[\\*_~`|>[\]()#@<:-]/.test(character) ? `\\${character}` : character
    if (text.length + next.length >= length) return `${text}…`
    text += next
  }
  return text
}

const discord = ({ title, text, url }: Message) => {
  const head = `**${discordText(title, discordLimits.title)}**\n`
  const tail = url === null || url.length > discordLimits.url ? "" : `\n<${url}>`
  const body = discordText(text, discordLimits.message - head.length - tail.length)
  return { content: `${head}${body}${tail}`, allowed_mentions: { parse: [] } }
}

const teams = ({ title, text, url }: Message) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        // RichTextBlock shows text runs as they are; TextBlock would read them as Markdown.
        body: [title, text, ...(url === null ? [] : [url])].map((value, index) => ({
          type: "RichTextBlock",
          inlines: [{ type: "TextRun", text: cut(value) || " ", ...(index === 0 ? { weight: "Bolder" } : {}) }]
        }))
      }
    }
  ]
})

/** The message that tells a platform of the event whose JSON is `body`. */
export const chatBody = (platform: ChatPlatform, body: string): string => {
  const message = messageOf(JSON.parse(body) as Told)
  return JSON.stringify({ slack, discord, teams }[platform](message))
}
