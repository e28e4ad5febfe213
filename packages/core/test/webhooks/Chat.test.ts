import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { type ChatPlatform, chatBody, chatPlatform } from "../../src/webhooks/domain/Chat.ts"

const platforms: ReadonlyArray<ChatPlatform> = ["slack", "discord", "teams"]

/** Page text that would mention people, hide a link or break a message if it were read as markup. */
const injections = [
  "<!channel> <!here> <!everyone>",
  "<@U012> <!subteam^S1>",
  "<http://evil.example|https://bank.example>",
  "<mailto:a@evil.example|write us>",
  "*bold* _it_ ~no~ `code` > quote • :emoji: ```block```",
  "&lt;!channel&gt;",
  "@everyone @here <@123> <@&456> <#789>",
  "[text](https://evil.example) ||spoiler|| # heading",
  "javascript:alert(1) slack://open",
  '{"blocks":[{"type":"section"}]}","blocks":[]',
  "\u0000\u001b[2J\u202e\u2028",
  "x".repeat(60_000),
  "😀".repeat(40_000),
  ""
]

const changeBody = (title: string, summary: string, url = "https://shop.example/pricing") =>
  JSON.stringify({ event: "change.detected", id: "evt_1", data: { change: { title, summary, url } } })

const runBody = (run: object) => JSON.stringify({ event: "run.completed", id: "evt_1", data: { run, change: null } })

interface SlackMessage {
  readonly text: string
  readonly blocks: ReadonlyArray<{
    readonly type: string
    readonly text?: { readonly type: string; readonly text: string }
    readonly elements?: ReadonlyArray<{ readonly type: string; readonly text: string }>
  }>
}

interface DiscordMessage {
  readonly content: string
  readonly allowed_mentions: unknown
}

const slack = (body: string) => JSON.parse(chatBody("slack", body)) as SlackMessage
const discord = (body: string) => JSON.parse(chatBody("discord", body)) as DiscordMessage

const hasLoneSurrogate = (text: string) => !text.isWellFormed()

describe("a message for a chat platform", () => {
  it("goes to incoming webhooks of Slack, Discord and Teams, and to nothing that only looks like one", () => {
    assert.strictEqual(chatPlatform("https://hooks.slack.com/services/T0/B0/x"), "slack")
    assert.strictEqual(chatPlatform("https://HOOKS.slack.com/services/T0/B0/x"), "slack")
    assert.strictEqual(chatPlatform("https://discord.com/api/webhooks/1/x"), "discord")
    assert.strictEqual(chatPlatform("https://canary.discordapp.com/api/webhooks/1/x"), "discord")
    assert.strictEqual(chatPlatform("https://acme.webhook.office.com/webhookb2/x"), "teams")
    assert.strictEqual(chatPlatform("https://prod-1.westeurope.logic.azure.com:443/workflows/x"), "teams")
    for (const url of [
      "https://hooks.slack.com.evil.example/services/x",
      "https://evil.example/hooks.slack.com/services",
      "https://discord.com/channels/1",
      "https://notdiscord.com/api/webhooks/1/x",
      "https://webhook.office.com.evil.example/",
      "https://receiver.example/hook",
      "not a url"
    ]) {
      assert.isNull(chatPlatform(url), url)
    }
  })

  it.each(injections)("shows page text to Slack as plain text: %#", (payload) => {
    const message = slack(changeBody(payload, payload))
    assert.isNotEmpty(message.blocks)
    for (const block of message.blocks) {
      const texts = block.text === undefined ? block.elements! : [block.text]
      for (const text of texts) {
        assert.strictEqual(text.type, "plain_text")
        assert.isAtLeast(text.text.length, 1)
        assert.isAtMost(text.text.length, 3_000)
      }
    }
    assert.isAtMost(message.blocks.length, 50)
    assert.notMatch(message.text, /[<>]/)
    assert.isAtMost(message.text.length, 40_000)
  })

  it("escapes Slack's own escapes once more, so that nothing becomes a mention", () => {
    assert.strictEqual(
      slack(changeBody("&lt;!channel&gt; & <!here>", "")).text,
      "&amp;lt;!channel&amp;gt; &amp; &lt;!here&gt;"
    )
  })

  it.each(injections)("lets page text mention nobody on Discord and format nothing: %#", (payload) => {
    const message = discord(changeBody(payload, payload))
    assert.deepStrictEqual(message.allowed_mentions, { parse: [] })
    assert.isAtMost(message.content.length, 2_000)
    const [title = "", ...rest] = message.content.split("\n")
    const own = [title.replace(/^\*\*|\*\*$/g, ""), ...rest.slice(0, -1)].join("\n")
    assert.notMatch(own, /(?<!\\)(?:\\\\)*[*_~`|>[\]()#@<:]/, "every mark of Markdown is escaped")
    assert.strictEqual(rest.at(-1), "<https://shop.example/pricing>")
  })

  it("keeps the address of a page from closing its brackets on Discord", () => {
    const { content } = discord(changeBody("t", "s", "https://shop.example/> [click](https://evil.example) <"))
    assert.strictEqual(content.split("\n").at(-1), "<https://shop.example/%3E%20[click](https://evil.example)%20%3C>")
  })

  it.each(injections)(
    "shows page text to Teams in runs of text, never as Markdown, and opens nothing: %#",
    (payload) => {
      const body = chatBody("teams", changeBody(payload, payload))
      const message = JSON.parse(body) as {
        readonly attachments: ReadonlyArray<{
          readonly content: { readonly body: ReadonlyArray<{ readonly type: string }> }
        }>
      }
      const kinds = message.attachments[0]!.content.body.map(({ type }) => type)
      assert.deepStrictEqual([...new Set(kinds)], ["RichTextBlock"])
      assert.notInclude(body, "Action.")
      assert.isAtMost(body.length, 28_000)
    }
  )

  it("never splits a character where it cuts", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.constantFrom(...platforms), (shift, platform) => {
        const text = `${"a".repeat(shift)}${"😀".repeat(2_000)}`
        const message = JSON.parse(chatBody(platform, changeBody(text, text))) as unknown
        const texts: Array<string> = []
        JSON.stringify(message, (_, value: unknown) => {
          if (typeof value === "string") texts.push(value)
          return value
        })
        return texts.length > 0 && !texts.some(hasLoneSurrogate)
      })
    )
  })

  it("is made of every event, so that formatting never makes a delivery fail for ever", () => {
    const bodies = [
      runBody({ monitor_id: "mon_1", change_detected: false, baseline_created: true }),
      runBody({ monitor_id: "mon_1", change_detected: false, baseline_created: false }),
      JSON.stringify({ event: "batch.completed", id: "evt_1", data: { batch: { id: "bat_1", status: "completed" } } }),
      JSON.stringify({ event: "batch.failed", id: "evt_1", data: {} })
    ]
    for (const platform of platforms) {
      for (const body of bodies) assert.isObject(JSON.parse(chatBody(platform, body)))
    }
    assert.include(chatBody("slack", bodies[0]!), "first capture")
  })
})
